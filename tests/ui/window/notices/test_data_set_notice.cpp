#include "core/base/error.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/data/data_sets.h"
#include "core/data/kinds/data_set_kinds.h"
#include "ui/support/dialogs.h"
#include "ui/window/notices/data_set_notice.h"
#include "ui/window/notices/notice_area.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace stepscope;
using namespace stepscope::ui;

class TestDataSetNotice : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_data;
    std::unique_ptr<NoticeArea> m_notices;
    std::unique_ptr<DataSetNotice> m_notice;

    QPushButton* button(const QString& text) const
    {
        for (auto* button : m_notices->findChildren<QPushButton*>()) {
            if (button->text() == text && !button->isHidden())
                return button;
        }
        return nullptr;
    }

private Q_SLOTS:
    void init()
    {
        m_data = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
        m_notices = std::make_unique<NoticeArea>();
        m_notice = std::make_unique<DataSetNotice>(m_notices.get());
    }

    void syntheticImagesNeedNoFiles()
    {
        m_notice->check(Experiment{.dataset = "synthetic"});
        QVERIFY(!m_notice->isMissing());
        QVERIFY(!m_notices->has("dataSet"));
    }

    void aMissingDataSetIsToldWithAButtonThatFetchesIt()
    {
        std::atomic<int> fetched = 0;
        m_notice->setFetch([&](const DataSetKind& kind, const auto& progress, std::stop_token) {
            QCOMPARE(kind.name, "mnist");
            progress({"train-images", 5, 10});
            ++fetched;
        });
        const QSignalSpy missing(m_notice.get(), &DataSetNotice::missingChanged);
        const QSignalSpy done(m_notice.get(), &DataSetNotice::fetched);
        m_notice->check(Experiment());
        QVERIFY(m_notice->isMissing());
        QCOMPARE(missing.count(), 1);
        QVERIFY(m_notices->text("dataSet").contains("MNIST"));
        QVERIFY(button("Download MNIST"));
        button("Download MNIST")->click();
        QTRY_COMPARE(done.count(), 1);
        QCOMPARE(fetched, 1);
    }

    void aFetchThatFailsSaysWhyAndCanBeTriedAgain()
    {
        m_notice->setFetch([](const DataSetKind&, const auto&, std::stop_token) {
            throw Error("MNIST could not be fetched.", "mirror: no route");
        });
        m_notice->check(Experiment());
        button("Download MNIST")->click();
        QTRY_COMPARE(m_notices->text("dataSet"), "MNIST could not be fetched.");
        QVERIFY(button("Try again"));
        QVERIFY(button("Details"));
        QVERIFY(m_notice->isMissing());
    }

    void aFetchCanBeCanceled()
    {
        std::atomic<bool> stopped = false;
        m_notice->setFetch([&](const DataSetKind&, const auto&, std::stop_token stop) {
            while (!stop.stop_requested())
                std::this_thread::yield();
            stopped = true;
            throw Error("canceled");
        });
        m_notice->check(Experiment());
        button("Download MNIST")->click();
        QTRY_VERIFY(button("Cancel"));
        button("Cancel")->click();
        QTRY_VERIFY(stopped);
        QTRY_VERIFY(button("Download MNIST"));
    }

    void anotherDataSetIsOffered()
    {
        const QSignalSpy use(m_notice.get(), &DataSetNotice::useDataSet);
        m_notice->check(Experiment());
        QPushButton* other =
            button("Use Fashion-MNIST") ? button("Use Fashion-MNIST") : button("Use synthetic images");
        QVERIFY(other);
        other->click();
        QCOMPARE(use.count(), 1);
    }

    /// A network for images of another shape could not train on it.
    void onlyADataSetOfTheSameShapeIsOffered()
    {
        for (const char* name : {"kmnist", "cifar-10"}) {
            const DataSetKind& kind = dataSetWithFiles(name);
            const auto folder = dataSetFolder(kind);
            QVERIFY(QDir().mkpath(QString::fromStdString(folder.string())));
            for (const auto& file : kind.files) {
                QFile written(QString::fromStdString((folder / file.name).string()));
                QVERIFY(written.open(QIODevice::WriteOnly));
            }
        }
        m_notice->check(Experiment());
        QVERIFY(button("Use KMNIST"));
        QVERIFY(!button("Use CIFAR-10"));
    }

    void thePlaceOfOwnDataIsAskedFor()
    {
        m_notice->check(Experiment{.dataset = "image-folder"});
        QVERIFY(m_notice->isMissing());
        QVERIFY(!button("Choose file…"));
        QVERIFY(button("Choose folder…"));
        QVERIFY(!button("Check again"));
        m_notice->check(Experiment{.dataset = "npz"});
        QVERIFY(button("Choose file…"));
        dialogs().openFile = [](QWidget*, const QString&, const QString&, const QString&) {
            return QString("/data/some.npz");
        };
        QSignalSpy use(m_notice.get(), &DataSetNotice::useDataFolder);
        button("Choose file…")->click();
        QCOMPARE(use.count(), 1);
        QCOMPARE(use[0][0].toString(), "/data/some.npz");
    }

    void theDialogOffersTheFilesOfTheDataSet_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::newRow("npz") << "Arrays (*.npz *.safetensors)";
        QTest::newRow("csv") << "Comma-separated values (*.csv *.tsv *.gz);;All files (*)";
        QTest::newRow("text") << "All files (*)";
    }

    void theDialogOffersTheFilesOfTheDataSet()
    {
        QFETCH(const QString, filter);
        m_notice->check(Experiment{.dataset = QTest::currentDataTag()});
        QString offered;
        dialogs().openFile = [&offered](QWidget*, const QString&, const QString&, const QString& asked) {
            offered = asked;
            return QString();
        };
        button("Choose file…")->click();
        QCOMPARE(offered, filter);
    }

    void ownDataIsReadInTheBackground()
    {
        const QDir folder(m_data->path());
        const Experiment experiment{.dataset = "image-folder", .dataDirectory = m_data->path().toStdString()};
        QSignalSpy described(m_notice.get(), &DataSetNotice::described);
        m_notice->check(experiment);
        QVERIFY(m_notice->missingText().contains("is being read"));
        QVERIFY(described.wait());
        QVERIFY2(m_notices->text("dataSet").contains("has no folders"),
                 qPrintable(m_notices->text("dataSet")));
        QVERIFY(m_notice->isMissing());
        QVERIFY(!knownDataSet(experiment));

        for (const char* name : {"a", "b"}) {
            QVERIFY(folder.mkpath(name));
            for (int i = 0; i < 6; ++i)
                QVERIFY(QImage(5, 4, QImage::Format_Grayscale8)
                            .save(folder.filePath(QString("%1/%2.png").arg(name).arg(i))));
        }
        m_notice->check(experiment); // the same: nothing is read again
        QCOMPARE(described.count(), 1);
        button("Check again")->click();
        QVERIFY(described.wait());
        QVERIFY(!m_notice->isMissing());
        QVERIFY(!m_notices->has("dataSet"));
        QCOMPARE(knownDataSet(experiment)->shape, (ImageShape{.channels = 1, .rows = 4, .columns = 5}));

        m_notice->check(Experiment{.dataset = "synthetic"});
        QVERIFY(!m_notice->isMissing());
        m_notice->check(experiment);
        QVERIFY(!m_notice->isMissing());
    }

    void aFolderWithoutTheDataSetIsNamed()
    {
        m_notice->check(Experiment{.dataDirectory = m_data->path().toStdString()});
        QVERIFY(m_notices->text("dataSet").contains(m_data->path()));
        QVERIFY(!button("Download MNIST"));
    }
};

QTEST_MAIN(TestDataSetNotice)
#include "test_data_set_notice.moc"
