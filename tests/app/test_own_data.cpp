#include "program.h"
#include "tests/core/data/own/image_writer.h"
#include "tests/core/data/own/npy_file.h"
#include "tests/support/zip_file.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <random>
#include <sys/stat.h>

using namespace stepscope::test;

namespace {

constexpr int side = 16;

/// Noise that is brighter in one of the four quarters of the image; the class is the number of that quarter.
std::string quarterImage(int quarter, int channels, std::mt19937& random)
{
    std::string values;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const bool isBright = (row >= side / 2) * 2 + (column >= side / 2) == quarter;
            for (int channel = 0; channel < channels; ++channel)
                values += char(uint8_t((isBright ? 150 : 50) + int(random() % 60)));
        }
    }
    return values;
}

} // namespace

/// The program with data of the user's own.
class TestOwnData : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    std::filesystem::path data() const { return m_folder->filePath("data").toStdString(); }

    /// 60 images in each of 4 classes; every other one is a JPEG.
    void writeFolder() const
    {
        std::mt19937 random(1);
        for (int quarter = 0; quarter < 4; ++quarter) {
            const auto folder = data() / ("quarter " + std::to_string(quarter));
            for (int i = 0; i < 60; ++i) {
                const auto image = quarterImage(quarter, 3, random);
                if (i % 2 == 0)
                    writePng(folder / (std::to_string(100 + i) + ".png"), side, side, PNG_COLOR_TYPE_RGB,
                             image);
                else
                    writeJpeg(folder / (std::to_string(100 + i) + ".jpg"), side, side, 3, image);
            }
        }
    }

    std::filesystem::path writeArrays() const
    {
        std::mt19937 random(1);
        ArchiveEntries entries;
        for (const auto& [part, count] : {std::pair("train", 200), std::pair("test", 40)}) {
            std::string images;
            std::string labels;
            for (int i = 0; i < count; ++i) {
                images += quarterImage(i % 4, 1, random);
                labels += char(i % 4);
            }
            const auto number = std::to_string(count);
            entries.emplace_back(std::string("x_") + part + ".npy",
                                 npyFile("'|u1'", "(" + number + ", 16, 16)", images));
            entries.emplace_back(std::string("y_") + part + ".npy",
                                 npyFile("'|u1'", "(" + number + ",)", labels));
        }
        const auto path = m_folder->filePath("data.npz").toStdString();
        writeZip(path, entries);
        return path;
    }

    ProgramResult train(const QString& dataSet, const std::filesystem::path& place,
                        const QStringList& more = {}) const
    {
        return runProgram(
            QStringList{"run", "--dataset", dataSet, "--data", QString::fromStdString(place.string()),
                        "--optimizer", "adam", "--batch-size", "20", "--epochs", "4", "--out",
                        m_folder->filePath("report")} +
            (more.contains("--network") ? QStringList() : QStringList{"--network", "lenet5"}) + more);
    }

    /// The column of a table that the run has written.
    QList<double> written(const QString& name, const QString& column) const
    {
        QFile file(m_folder->filePath("report/" + name));
        if (!file.open(QIODevice::ReadOnly))
            return {};
        auto lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
        const auto index = lines.takeFirst().split(',').indexOf(column);
        QList<double> values;
        for (const auto& line : lines)
            values += line.split(',').value(index).toDouble();
        return values;
    }

    void checkThatItLearned() const
    {
        const auto losses = written("epochs.csv", "train_loss");
        QCOMPARE(losses.size(), 4);
        QVERIFY2(losses.last() < 0.5 * losses.first(), qPrintable(QString::number(losses.last())));
        QVERIFY(written("epochs.csv", "test_accuracy").last() > 0.9);
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aFolderOfImagesIsLearned()
    {
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
        writeFolder();
        const auto result = train("image-folder", data());
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QVERIFY2(result.output.startsWith("Test set: Average loss: "), qPrintable(result.output));
        QVERIFY2(result.output.contains("/40 ("), qPrintable(result.output));
        checkThatItLearned();
    }

    void arraysAreLearned()
    {
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
        const auto result = train("npz", writeArrays());
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        checkThatItLearned();
    }

    void aNetworkOfOwnLayersMustFit()
    {
        writeFolder();
        const auto refused =
            train("image-folder", data(), {"--network", "conv 8 3, relu, flatten, linear 10"});
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.errors.contains("4 classes"), qPrintable(refused.errors));
        QCOMPARE(refused.errors.count('\n'), 1);
        QVERIFY(!QFile::exists(m_folder->filePath("report")));
        const auto mnist = train("image-folder", data(), {"--network", "mnist-convnet"});
        QCOMPARE(
            mnist.errors,
            QString::fromUtf8("stepscope: The images of image-folder have the shape 3 × 16 × 16, but the "
                              "network mnist-convnet expects 1 × 28 × 28 (channels × rows × "
                              "columns).\n"));
    }

    void badDataIsRefusedInOneSentence_data()
    {
        QTest::addColumn<QString>("dataSet");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no place")
            << "image-folder"
            << ""
            << "--data is missing: the data set image-folder is your own, so specify its location.";
        QTest::newRow("no folder") << "image-folder"
                                   << "none"
                                   << "{folder}/none does not exist; use --data to name another.";
        QTest::newRow("dangling link") << "npz"
                                       << "link.npz"
                                       << "{folder}/link.npz is a link to gone.npz, which does not exist.";
        QTest::newRow("pipe") << "npz"
                              << "pipe"
                              << "{folder}/pipe is neither a file nor a folder.";
        QTest::newRow("no classes")
            << "image-folder"
            << "empty"
            << "{folder}/empty has no folders: it must have one for each class, with its images.";
        QTest::newRow("no image")
            << "image-folder"
            << "text"
            << "Cannot read the image {folder}/text/a/1.png: it is neither a PNG nor a JPEG image.";
        QTest::newRow("no file") << "npz"
                                 << "none.npz"
                                 << "{folder}/none.npz does not exist; use --data to name another.";
        QTest::newRow("no archive") << "npz"
                                    << "text/a/1.png"
                                    << "{folder}/text/a/1.png is not an .npz file, or is cut short.";
        QTest::newRow("no arrays")
            << "npz"
            << "empty"
            << "{folder}/empty has no array x_train; x_train, y_train and, if there are "
               "test samples, x_test and y_test are needed.";
    }
    void badDataIsRefusedInOneSentence()
    {
        QFETCH(QString, dataSet);
        QFETCH(QString, place);
        QFETCH(QString, sentence);
        sentence.replace("{folder}", m_folder->path());
        const QDir folder(m_folder->path());
        QVERIFY(folder.mkpath("empty"));
        QVERIFY(QFile::link("gone.npz", folder.filePath("link.npz")));
        QCOMPARE(::mkfifo(qPrintable(folder.filePath("pipe")), 0600), 0);
        for (const char* name : {"a", "b"}) {
            QVERIFY(folder.mkpath(QString("text/") + name));
            for (int i = 1; i <= 6; ++i) {
                QFile file(folder.filePath(QString("text/%1/%2.png").arg(name).arg(i)));
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write("This is text.");
            }
        }
        const bool isThere = !place.isEmpty() && folder.exists(place); // no link without its target
        for (const QStringList& command : {QStringList{"run", "--network", "lenet5", "--out", "report"},
                                           QStringList{"sweep", "--network", "lenet5", "--batch-sizes", "1",
                                                       "--steps", "1", "--out", "sweep"}}) {
            QStringList arguments = command + QStringList{"--dataset", dataSet};
            if (!place.isEmpty())
                arguments += {"--data", place};
            const auto result = runProgram(arguments, m_folder->path());
            QCOMPARE(result.exitCode, isThere ? 1 : 2);
            QCOMPARE(result.errors, "stepscope: " + sentence + "\n");
            QVERIFY(!folder.exists("report"));
        }
    }

    void aTruncatedImageIsRefusedByTheTraining()
    {
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
        writeFolder();
        const auto file = data() / "quarter 2" / "104.png";
        std::filesystem::resize_file(file, std::filesystem::file_size(file) - 30);
        const auto result = train("image-folder", data());
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains(QString::fromStdString("Cannot read the image " + file.string() +
                                                               ": its PNG data is cut short or damaged.")),
                 qPrintable(result.errors));
    }

    void aSweepTrainsOnIt()
    {
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
        const auto result =
            runProgram({"sweep", "--dataset", "npz", "--data", QString::fromStdString(writeArrays().string()),
                        "--network", "lenet5", "--batch-sizes", "10,20", "--steps", "4", "--out",
                        m_folder->filePath("sweep")});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        // The two points, and the cold forward pass of one image.
        QCOMPARE(QDir(m_folder->filePath("sweep/runs")).entryList({"*.stepscope"}).size(), 3);
    }
};

QTEST_GUILESS_MAIN(TestOwnData)
#include "test_own_data.moc"
