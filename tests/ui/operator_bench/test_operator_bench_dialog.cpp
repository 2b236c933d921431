#include "tests/support/bench_engine.h"

#include "ui/operator_bench/bench_results_model.h"
#include "ui/operator_bench/operator_bench_dialog.h"
#include "ui/support/dialogs.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

class TestOperatorBenchDialog : public QObject
{
    Q_OBJECT

    std::shared_ptr<BenchEngine> m_engine;
    QString m_whyNot;
    QString m_loadFailure;
    std::unique_ptr<OperatorBenchDialog> m_dialog;

    template<typename Widget>
    Widget* find(const char* name) const
    {
        return m_dialog->findChild<Widget*>(name);
    }
    QLineEdit* call() const { return find<QLineEdit>("benchCall"); }
    QLineEdit* sizes() const { return find<QLineEdit>("benchSizes"); }
    QTableView* table() const { return find<QTableView>("benchResults"); }
    QString problem() const { return find<QLabel>("benchProblem")->text(); }
    QPushButton* button(const char* name) const { return find<QPushButton>(name); }
    bool canMeasure() const { return button("benchMeasure")->isEnabled(); }
    QString cell(int row, int column) const
    {
        return m_dialog->results()->index(row, column).data().toString();
    }

    /// Measures what is typed, to the end.
    void measure()
    {
        QSignalSpy ended(m_dialog.get(), &OperatorBenchDialog::ended);
        button("benchMeasure")->click();
        QVERIFY(m_dialog->isRunning());
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(!m_dialog->isRunning());
    }

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void init()
    {
        Theme::instance().apply();
        m_engine = std::make_shared<BenchEngine>();
        m_whyNot.clear();
        m_loadFailure.clear();
        m_dialog = std::make_unique<OperatorBenchDialog>(
            [this]() -> std::shared_ptr<Engine> {
                if (!m_loadFailure.isEmpty())
                    throw Error(m_loadFailure.toStdString());
                return m_engine;
            },
            [this] { return m_whyNot; });
        m_dialog->show();
        m_dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    }

    void cleanup() { m_dialog.reset(); }

    void anExampleShowsWhatToType()
    {
        QVERIFY(call()->text().isEmpty());
        QCOMPARE(call()->placeholderText(), QString("mm 500x500 500x500"));
        QCOMPARE(problem(), QString());
        QVERIFY(!canMeasure());
        m_dialog->setCall("conv2d 64x1x28x28 32x1x3x3 stride=1,1");
        QCOMPARE(call()->text(), QString("conv2d 64x1x28x28 32x1x3x3 stride=1,1"));
        QVERIFY(canMeasure());
    }

    void allColumnsFitIntoAWideDialog()
    {
        m_dialog->resize(1600, 600);
        call()->setText("mm 10x10 10x10");
        measure();
        measure();
        QTRY_COMPARE(table()->horizontalScrollBar()->maximum(), 0);
    }

    void titlesOfColumnsAreNotCut()
    {
        const auto check = [this] {
            const QHeaderView* header = table()->horizontalHeader();
            QFont font = header->font();
            font.setWeight(QFont::DemiBold);
            for (int column = 0; column < header->count(); ++column) {
                const QString title = header->model()->headerData(column, Qt::Horizontal).toString();
                constexpr int around = 8 + 8 + 1 + 10; // the style sheet's padding, border and arrow
                QVERIFY2(header->sectionSize(column) >= QFontMetrics(font).horizontalAdvance(title) + around,
                         qPrintable(title));
            }
        };
        check();
        call()->setText("mm 10x10 10x10");
        measure();
        check();
        QVERIFY(!find<QLabel>("benchNotes")->text().contains('`'));
    }

    void figuresBecomeARow()
    {
        new QAbstractItemModelTester(const_cast<BenchResultsModel*>(m_dialog->results()), m_dialog.get());
        call()->setText("  mm 10x10   10x10 ");
        measure();
        QCOMPARE(m_dialog->results()->rowCount(), 1);
        QCOMPARE(cell(0, BenchResultsModel::Call), QString("mm 10x10 10x10"));
        QCOMPARE(cell(0, BenchResultsModel::Device), QString("cpu"));
        QCOMPARE(cell(0, BenchResultsModel::Threads), QString("2"));
        QCOMPARE(cell(0, BenchResultsModel::DataType), QString("float32"));
        QCOMPARE(cell(0, BenchResultsModel::Layout), QString("contiguous"));
        const auto columns = operatorBenchColumns();
        for (size_t i = 0; i < columns.size(); ++i)
            QCOMPARE(cell(0, BenchResultsModel::FirstFigure + int(i)),
                     QString::fromStdString(columns[i].text(m_dialog->results()->results()[0])));
        QVERIFY(find<QLabel>("benchNotes")->text().contains("without gradients"));
        QCOMPARE(problem(), QString());
    }

    void theChoicesAreMeasuredWith()
    {
        m_dialog->setDevices({{.id = "cpu", .name = "Fake processor"},
                              {.id = "cuda:0", .name = "Fake GPU"},
                              {.id = "cuda", .whyAbsent = "There is none."}});
        auto* device = find<QComboBox>("benchDevice");
        QCOMPARE(device->count(), 2); // absent ones are not offered
        device->setCurrentText("cuda:0");
        find<QSpinBox>("benchThreads")->setValue(3);
        find<QComboBox>("benchDataType")->setCurrentText("bfloat16");
        find<QComboBox>("benchLayout")->setCurrentText("channels-last");
        find<QDoubleSpinBox>("benchSeconds")->setValue(0.25);
        call()->setText("mm 10x10 10x10");
        measure();
        const OperatorBenchSettings settings = m_engine->measured().at(0);
        QCOMPARE(settings.device, std::string("cuda:0"));
        QCOMPARE(settings.threads, int64_t(3));
        QCOMPARE(settings.dataType, std::string("bfloat16"));
        QVERIFY(settings.isChannelsLast);
        QCOMPARE(settings.seconds, 0.25);
        m_dialog->setDevices({{.id = "cpu"}, {.id = "cuda:0"}});
        QCOMPARE(device->currentText(), QString("cuda:0")); // stays
    }

    void eachSizeGetsARow()
    {
        call()->setText("mm NxM MxN");
        sizes()->setText("N=10,20 M=5");
        measure();
        QCOMPARE(m_dialog->results()->rowCount(), 2);
        QCOMPARE(cell(1, BenchResultsModel::Call), QString("mm 20x5 5x20"));
        sizes()->setText("N=1 M=1");
        measure();
        QCOMPARE(m_dialog->results()->rowCount(), 3); // results are kept for comparison
    }

    void errorsAreShownInPlace_data()
    {
        QTest::addColumn<QString>("typedCall");
        QTest::addColumn<QString>("typedSizes");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("name") << "m/m 3"
                              << ""
                              << "is not the name of an operator";
        QTest::newRow("no size") << "mm NxN NxN"
                                 << ""
                                 << "The dimension N has no size";
        QTest::newRow("other letter") << "mm 2x2 2x2"
                                      << "N=3"
                                      << "has no dimension N";
        QTest::newRow("bad range") << "mm NxN NxN"
                                   << "N=a"
                                   << "is not a range of sizes";
    }

    void errorsAreShownInPlace()
    {
        QFETCH(QString, typedCall);
        QFETCH(QString, typedSizes);
        QFETCH(QString, sentence);
        call()->setText(typedCall);
        sizes()->setText(typedSizes);
        QVERIFY2(problem().contains(sentence), qPrintable(problem()));
        QVERIFY(!canMeasure());
        sizes()->clear();
        call()->setText("mm 2x2 2x2");
        QCOMPARE(problem(), QString());
        QVERIFY(canMeasure());
    }

    void anUnknownOperatorIsToldAfterMeasuring()
    {
        call()->setText("nosuch NxN");
        sizes()->setText("N=2,3");
        measure();
        QCOMPARE(problem(), QString("LibTorch has no operator aten::nosuch.")); // once
        QCOMPARE(m_dialog->results()->rowCount(), 0);
        sizes()->clear();
        call()->setText("mm 2x2 2x2");
        QCOMPARE(problem(), QString());
    }

    void aMissingEngineIsTold()
    {
        m_loadFailure = "The engine is not there.";
        call()->setText("mm 2x2 2x2");
        measure();
        QCOMPARE(problem(), m_loadFailure);
    }

    void whileSomethingElseRunsItSaysWhyNot()
    {
        call()->setText("mm 2x2 2x2");
        m_whyNot = "A network is being trained.";
        m_dialog->showState();
        QCOMPARE(problem(), m_whyNot);
        QVERIFY(!canMeasure());
        m_whyNot.clear();
        m_dialog->showState();
        QVERIFY(canMeasure());
    }

    void stopEndsTheMeasurement()
    {
        m_engine->isHeld = true;
        call()->setText("mm NxN NxN");
        sizes()->setText("N=1,2,3");
        QSignalSpy ended(m_dialog.get(), &OperatorBenchDialog::ended);
        button("benchMeasure")->click();
        QTRY_COMPARE(m_engine->measured().size(), size_t(1));
        QVERIFY(!canMeasure() && !call()->isEnabled());
        QVERIFY(button("benchStop")->isEnabled() && button("benchStop")->hasFocus());
        button("benchStop")->click();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(m_engine->measured().size(), size_t(1)); // the others were not begun
        QCOMPARE(problem(), QString("The measurement was stopped."));
        QVERIFY(canMeasure() && call()->isEnabled() && call()->hasFocus());
    }

    void closingStopsTheMeasurement()
    {
        m_engine->isHeld = true;
        call()->setText("mm 2x2 2x2");
        QSignalSpy ended(m_dialog.get(), &OperatorBenchDialog::ended);
        button("benchMeasure")->click();
        QTRY_COMPARE(m_engine->measured().size(), size_t(1));
        QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
        QVERIFY(!m_dialog->isVisible());
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(call()->text(), QString("mm 2x2 2x2")); // for the next time
    }

    void deletingItStopsTheMeasurement()
    {
        m_engine->isHeld = true;
        call()->setText("mm 2x2 2x2");
        button("benchMeasure")->click();
        m_dialog.reset(); // would wait forever
        QVERIFY(m_engine->isHeld);
    }

    void rowsAreCopiedWithAHeader()
    {
        call()->setText("mm 10x10 10x10");
        measure();
        table()->setFocus();
        QTest::keySequence(table(), QKeySequence::Copy);
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].startsWith("Call\tDevice\tThreads\tType\tLayout\tMedian\t"), qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith("mm 10x10 10x10\tcpu\t2\t"), qPrintable(lines[1]));
    }

    void resultsAreExportedAndCleared()
    {
        QVERIFY(!button("benchExport")->isEnabled() && !button("benchClear")->isEnabled());
        call()->setText("mm 10x10 10x10");
        measure();
        const QTemporaryDir folder;
        const QString path = folder.filePath("operators.csv");
        dialogs().saveFile = [path](QWidget*, const SaveQuestion&) { return path; };
        button("benchExport")->click();
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().toStdString(), operatorBenchCsv(m_dialog->results()->results()));
        button("benchClear")->click();
        QCOMPARE(m_dialog->results()->rowCount(), 0);
        QVERIFY(!button("benchExport")->isEnabled());
    }

    void returnMeasures()
    {
        call()->setText("mm 10x10 10x10");
        call()->setFocus();
        QTest::keyClick(call(), Qt::Key_Return);
        QTRY_COMPARE(m_dialog->results()->rowCount(), 1);
    }

    void everyControlHasANameAndFitsALaptop()
    {
        for (const char* name : {"benchCall", "benchSizes", "benchDevice", "benchThreads", "benchDataType",
                                 "benchLayout", "benchSeconds", "benchProgress", "benchResults"})
            QVERIFY2(!find<QWidget>(name)->accessibleName().isEmpty(), name);
        call()->setText("convolution_backward 64x64x24x24 64x32x26x26 64x32x3x3 stride=1,1 padding=0,0");
        measure();
        const QSize least = m_dialog->minimumSizeHint();
        QVERIFY(least.width() <= 1024 && least.height() <= 700);
        QVERIFY(m_dialog->width() <= 1024 && m_dialog->height() <= 700);
    }
};

QTEST_MAIN(TestOperatorBenchDialog)
#include "test_operator_bench_dialog.moc"
