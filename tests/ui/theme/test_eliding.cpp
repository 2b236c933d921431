#include "ui/theme/eliding.h"

#include <QSet>
#include <QTest>

using namespace stepscope::ui;

/// Names of runs that have much in common.
class TestEliding : public QObject
{
    Q_OBJECT

    static QSet<QString> cut(const QStringList& names, int width)
    {
        const QFontMetrics metrics{QFont()};
        QSet<QString> shown;
        for (const QString& name : names) {
            const QString text = elidedAmong(metrics, name, names, width);
            shown += text;
            if (metrics.horizontalAdvance(text) > width)
                shown += "too wide: " + text;
        }
        return shown;
    }

    /// About as wide as that many letters.
    static int room(int letters) { return QFontMetrics(QFont()).horizontalAdvance(QString(letters, 'n')); }

private Q_SLOTS:
    void whatFitsIsWhole()
    {
        const QStringList names{"batch size 16", "batch size 64"};
        QCOMPARE(cut(names, room(40)), QSet<QString>(names.begin(), names.end()));
    }

    void whatDiffersIsReadable_data()
    {
        QTest::addColumn<QStringList>("names");
        const QString start = "mlp, batch size 64, 2 epochs, sgd";
        const QString end = "schedule constant, seed 1, 2 epochs, cpu";
        QTest::newRow("at the end") << QStringList{start + ", lr 0.1", start + ", lr 0.2",
                                                   start + ", lr 0.3"};
        QTest::newRow("at the start") << QStringList{"batch 16, " + end, "batch 64, " + end};
        QTest::newRow("in the middle") << QStringList{start + ", lr 0.1, " + end, start + ", lr 0.2, " + end,
                                                      start + ", lr 0.3, " + end};
    }

    void whatDiffersIsReadable()
    {
        QFETCH(QStringList, names);
        const QSet<QString> shown = cut(names, room(14));
        QCOMPARE(shown.size(), names.size());
        for (const QString& text : shown)
            QVERIFY2(text.contains(QChar(0x2026)) && !text.startsWith("too wide"), qPrintable(text));
    }

    void manyRunsStayDistinct_data()
    {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<int>("letters");
        QStringList settings;
        for (const char* batch : {"batch 16", "batch 160"})
            for (const char* optimizer : {"Adam", "SGD"})
                for (const char* rate : {"lr 0.01", "lr 0.1"})
                    settings += QStringList{"mnist-convnet", batch, optimizer, rate, "threads 2"}.join(", ");
        QTest::newRow("settings") << settings << 20;
        QTest::newRow("settings, narrow") << settings << 8;
        QTest::newRow("settings, very narrow") << settings << 4;
        QStringList files;
        for (const char* precision : {"fp32", "bf16", "fp8"})
            for (const char* batch : {"bs64", "bs512"})
                files += QString("resnet50_h100_%1_%2_compiled_profile_rank0").arg(precision, batch);
        QTest::newRow("files") << files << 20;
        QTest::newRow("files, narrow") << files << 9;
        QTest::newRow("one is the start of the other")
            << QStringList{"mnist-convnet, batch 16, Adam", "mnist-convnet, batch 16, Adam, lr 0.1"} << 8;
    }

    void manyRunsStayDistinct()
    {
        QFETCH(QStringList, names);
        QFETCH(int, letters);
        const QSet<QString> shown = cut(names, room(letters));
        QVERIFY2(shown.size() == names.size(), qPrintable(QStringList(shown.values()).join(" | ")));
        for (const QString& text : shown)
            QVERIFY2(!text.startsWith("too wide"), qPrintable(text));
    }

    void severalSettingsDistinguishARun()
    {
        const QString end = ", adadelta, augmentation none";
        const QStringList names{
            "mnist-convnet, batch 16, Adam, lr 0.01, seed 1" + end,
            "mnist-convnet, batch 16, SGD, lr 0.01, seed 2" + end,
            "mnist-convnet, batch 64, Adam, lr 0.01, seed 2" + end,
        };
        const QString shown = elidedAmong(QFontMetrics(QFont()), names[2], names, room(14));
        QVERIFY2(shown.contains("64"), qPrintable(shown));
    }

    void whatDiffersIsNamed()
    {
        const QString start = "mnist-convnet, mnist, ";
        const QString end = ", adadelta, augmentation none, 2 epochs, schedule step";
        const QStringList names{start + "batch size 16" + end, start + "batch size 64" + end};
        const QSet<QString> named = cut(names, room(20));
        for (const QString& text : named)
            QVERIFY2(text.mid(1).startsWith("batch size 16") || text.mid(1).startsWith("batch size 64"),
                     qPrintable(text));
        QCOMPARE(named.size(), 2);
        for (const QString& text : cut(names, room(8))) // too narrow for it
            QVERIFY2(text.mid(1).startsWith("16") || text.mid(1).startsWith("64"), qPrintable(text));
    }

    void theStartIsKeptWithTheDifference()
    {
        const QString end = ", 3, 3, 5, 1, false, true, true>";
        const QString start = "implicit_convolve_sgemm<float, float, ";
        const QStringList names{start + "1024, 6, 7" + end, start + "128, 6, 7" + end,
                                start + "128, 5, 5" + end, "volta_sgemm_64x64_nt"};
        const QFontMetrics metrics{QFont()};
        for (const int letters : {18, 24, 30}) {
            QSet<QString> shown;
            for (const QString& name : names) {
                const QString text =
                    elidedAmong(metrics, name, names, room(letters), KeptPart::StartAndDifference);
                shown += text;
                QVERIFY2(text.startsWith(name.first(4)), qPrintable(text));
                QVERIFY2(metrics.horizontalAdvance(text) <= room(letters), qPrintable(text));
            }
            QVERIFY2(shown.size() == names.size(), qPrintable(QStringList(shown.values()).join(" | ")));
        }
        const QString wide = elidedAmong(metrics, names[0], names,
                                         metrics.horizontalAdvance("implicit_convolve_sgemm<…1024, 6, 7…"),
                                         KeptPart::StartAndDifference);
        QVERIFY2(wide.startsWith("implicit_convolve_sgemm<…1024"), qPrintable(wide));
    }

    void aBoxShowsWhatDistinguishesItsEntry()
    {
        const QString start = "mlp, batch size 64, 2 epochs, sgd, schedule constant";
        ElidedComboBox box;
        box.addItems({start + ", seed 1, cpu, float32", start + ", seed 2, cpu, float32"});
        box.setMinimumContentsLength(12);
        box.resize(200, box.sizeHint().height());
        const QString first = box.shownText();
        QVERIFY(first.size() < box.currentText().size());
        box.setCurrentIndex(1);
        QVERIFY2(box.shownText() != first, qPrintable(first));
        QVERIFY(box.minimumSizeHint().width() < 200);
        box.resize(2000, box.height());
        QCOMPARE(box.shownText(), box.currentText());
    }
};

QTEST_MAIN(TestEliding)
#include "test_eliding.moc"
