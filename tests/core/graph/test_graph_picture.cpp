#include "core/base/error.h"
#include "core/graph/graph_dot.h"
#include "core/graph/graph_layout.h"
#include "tests/core/graph/fake_dot.h"
#include "tests/core/graph/sample_graphs.h"

#include <QImage>
#include <QTest>
#include <QXmlStreamReader>

using namespace stepscope;
using tests::FakeDot;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// All text of an XML file; a parse error as the only entry.
QStringList textsOf(const QString& path)
{
    QXmlStreamReader xml(contentOf(path));
    QStringList texts;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::Characters && !xml.isWhitespace())
            texts += xml.text().toString().replace(QChar(0xa0), ' ').trimmed();
    return xml.hasError() ? QStringList(xml.errorString()) : texts;
}

} // namespace

class TestGraphPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesSvgWithItsLabels()
    {
        writeGraphPicture(tests::convNetGraph(), path("graph.svg"));
        const auto texts = textsOf(m_folder.filePath("graph.svg"));
        for (const char* label : {"mnist-convnet", "conv2d", "64 × 32 × 26 × 26", "18,496 parameters", "fc1",
                                  "log_softmax", "1,199,882 parameters · batch size 64"})
            QVERIFY2(texts.contains(label), label);
        QCOMPARE(texts.count("relu"), 3);
    }

    void writesHostileNamesIntoGoodSvg()
    {
        writeGraphPicture(tests::hostileGraph(), path("hostile.svg"));
        const auto texts = textsOf(m_folder.filePath("hostile.svg"));
        QVERIFY2(texts.contains("op<\"&\\N>  \ufffd"), qPrintable(texts.join('|')));
    }

    void writesPngThatReadsBack()
    {
        writeGraphPicture(tests::convNetGraph(), path("graph.png"));
        const QImage image(m_folder.filePath("graph.png"));
        QVERIFY(image.width() > 200 && image.height() > 1'000);
        QCOMPARE(image.pixelColor(1, 1), QColor(Qt::white));
    }

    void writesPdf()
    {
        writeGraphPicture(tests::convNetGraph(), path("graph.pdf"));
        const auto pdf = contentOf(m_folder.filePath("graph.pdf"));
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.trimmed().endsWith("%%EOF"));
    }

    void writesDotWithoutGraphviz()
    {
        const FakeDot none({});
        writeGraphPicture(tests::convNetGraph(), path("graph.dot"));
        QCOMPARE(contentOf(m_folder.filePath("graph.dot")).toStdString(),
                 dotForPicture(tests::convNetGraph()));
    }

    void leavesNothingBehindWhenItFails()
    {
        const FakeDot fake("cat >/dev/null; echo half; exit 1");
        QVERIFY_EXCEPTION_THROWN(writeGraphPicture(tests::convNetGraph(), path("half.svg")), Error);
        QVERIFY_EXCEPTION_THROWN(writeGraphPicture(tests::convNetGraph(), path("no/such/folder.dot")), Error);
        QVERIFY(QDir(m_folder.path()).entryList({"*half*"}, QDir::Files | QDir::Hidden).isEmpty());
    }

    void refusesWhatIsNoPicture_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("sentence");
        const auto noWhole = [](const char* format) {
            return QString("The graph cannot be drawn because Graphviz's dot wrote an incomplete %1 "
                           "picture.")
                .arg(format);
        };
        const QByteArray real = "cat | \"$REAL\" \"$@\" | ";
        QTest::newRow("svg: random bytes") << QByteArray("head -c 100000 /dev/urandom") << noWhole("SVG");
        QTest::newRow("svg: zeros") << QByteArray("head -c 5000000 /dev/zero") << noWhole("SVG");
        QTest::newRow("svg: nothing") << QByteArray("exit 0") << noWhole("SVG");
        QTest::newRow("svg: half") << QByteArray(real + "head -c 1000") << noWhole("SVG");
        QTest::newRow("svg: empty") << QByteArray("echo '<svg></svg>'") << noWhole("SVG");
        QTest::newRow("svg: another format") << QByteArray("exec \"$REAL\" -Tpng") << noWhole("SVG");
        QTest::newRow("png: random bytes") << QByteArray("head -c 100000 /dev/urandom") << noWhole("PNG");
        QTest::newRow("png: half") << QByteArray(real + "head -c 1000") << noWhole("PNG");
        QTest::newRow("pdf: half") << QByteArray(real + "head -c 1000") << noWhole("PDF");
        QTest::newRow("svg: without end")
            << QByteArray("exec cat /dev/zero")
            << QString("The graph cannot be drawn because Graphviz's dot wrote more than 64 MB.");
        QTest::newRow("svg: fails")
            << QByteArray("exit 1")
            << QString("The graph cannot be drawn because Graphviz's dot failed with exit code 1.");
        QTest::newRow("svg: killed")
            << QByteArray("kill -KILL $$")
            << QString("The graph cannot be drawn because Graphviz's dot was ended by signal 9 (Killed).");
    }

    void refusesWhatIsNoPicture()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, sentence);
        const FakeDot fake(script);
        const QString file = "refused." + QString(QTest::currentDataTag()).left(3);
        try {
            writeGraphPicture(tests::convNetGraph(), path(file.toUtf8()));
            QFAIL("it was written");
        } catch (const Error& error) {
            QCOMPARE(QString(error.what()), sentence);
        }
        QVERIFY(!QFile::exists(m_folder.filePath(file)));
    }

    void allPicturesOfAReportHaveOneTimeLimit()
    {
        const FakeDot fake("echo called >>\"$(dirname \"$0\")/calls\"; exec sleep 600");
        PictureTime time({}, std::chrono::seconds(1));
        for (const char* format : {"svg", "png"}) {
            try {
                time.pictureOf(tests::convNetGraph(), format);
                QFAIL("there is a picture");
            } catch (const Error& error) {
                QCOMPARE(QString(error.what()),
                         "The graph cannot be drawn because Graphviz's dot found no layout within 1 s.");
            }
        }
        QCOMPARE(contentOf(fake.filePath("calls")), "called\ncalled\n"); // for both efforts, and not again
    }

    void namesTheFormatsItKnows()
    {
        try {
            writeGraphPicture(tests::convNetGraph(), "graph.jpg");
            QFAIL("no error");
        } catch (const Error& error) {
            QCOMPARE(QString(error.what()),
                     "graph.jpg: a graph can be written as .svg, .png, .pdf or .dot, not as \".jpg\".");
        }
    }

private:
    std::filesystem::path path(const char* name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestGraphPicture)
#include "test_graph_picture.moc"
