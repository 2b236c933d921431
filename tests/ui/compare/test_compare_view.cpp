#include "compared_runs.h"
#include "tests/support/device_run.h"
#include "tests/support/std_string.h"
#include "tests/ui/runs/library_of_runs.h"

#include "core/import/stored_import.h"
#include "core/run_file/run_library.h"
#include "ui/compare/chart_picture.h"
#include "ui/compare/charts_page.h"
#include "ui/compare/compare_cells.h"
#include "ui/compare/compare_delegate.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/compared_operators_model.h"
#include "ui/compare/compared_operators_table.h"
#include "ui/compare/figures_model.h"
#include "ui/compare/figures_table.h"
#include "ui/compare/run_header.h"
#include "ui/runs/runs_model.h"
#include "ui/support/cell_painting.h"
#include "ui/theme/theme.h"

#include <nlohmann/json.hpp>

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDoubleSpinBox>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QXmlStreamReader>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::ui;
using test::RunShape;

class TestCompareView : public QObject
{
    Q_OBJECT

    std::unique_ptr<test::LibraryOfRuns> m_library;
    std::unique_ptr<RunsModel> m_model;
    std::unique_ptr<TickedRuns> m_ticked;
    std::unique_ptr<CompareView> m_view;

    void makeView()
    {
        m_view.reset();
        m_view = std::make_unique<CompareView>();
        m_view->setRuns(m_ticked.get());
        m_view->resize(1000, 700);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void keep(const std::string& name, const RunShape& shape)
    {
        test::keepRun(m_library->path(), name, shape);
        list();
    }
    void list() { m_model->setEntries(RunLibrary(m_library->path()).list()); }
    void tick(const std::string& name, bool ticked = true)
    {
        m_model->setTicked(m_model->rowOf(m_library->path() / (name + ".stepscope")), ticked);
    }
    /// Batch 16 and 64, the larger one twice as long a step.
    void tickTwo()
    {
        keep("small", {.batchSize = 16, .stepMs = 2.0, .convolutionUs = 450.0, .seed = 1});
        keep("large", {.batchSize = 64, .stepMs = 4.0, .convolutionUs = 900.0, .seed = 2});
        tick("small");
        tick("large");
        QTRY_COMPARE(m_view->result().runs.size(), size_t(2));
    }
    template<typename Widget>
    Widget* find(const char* name) const
    {
        return m_view->findChild<Widget*>(name);
    }
    QString emptyTitle() const
    {
        const auto* label = find<QLabel>("compareEmptyTitle");
        return label->isVisible() ? label->text() : QString();
    }
    QString figure(Figure figure, int run) const
    {
        for (int row = 0; row < m_view->figures()->rowCount(); ++row)
            if (m_view->figures()->figure(row) == figure)
                return m_view->figures()->index(row, run + 1).data().toString();
        return {};
    }
    QByteArray exported(const QString& title, const QString& format) const
    {
        const QString path =
            QString::fromStdString((m_library->root() / ("export." + format.toStdString())).string());
        for (const ExportItem& item : m_view->exportItems()) {
            if (!item.title.contains(title))
                continue;
            if (!item.formats.contains(format))
                return {};
            item.write(path);
            QFile file(path);
            return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
        }
        return {};
    }

    void keepLong(const std::string& name) const
    {
        RunFileWriter writer(m_library->path() / (name + ".stepscope"), {});
        for (int64_t first = 0; first < 30; first += 10)
            writer.write(test::sampleUpdate(first, 10));
        RunUpdate last;
        last.outcome = RunOutcome::Finished;
        writer.write(last);
        writer.close();
    }

private Q_SLOTS:
    void saysWhichPartOfARunIsCompared()
    {
        const auto limit = eventMemoryLimit();
        setEventMemoryLimit(40 * eventMemoryOf(test::sampleChunk(0, true))); // a third: 13 steps of each
        keepLong("long");
        keep("small", {});
        tick("long");
        tick("small");
        QTRY_COMPARE(m_view->result().runs.size(), size_t(2));
        const auto* note = find<QLabel>("compareOperatorsNote");
        QTRY_VERIFY2(note->text().contains("Only the first 10 of 30 recorded steps"),
                     qPrintable(note->text()));
        QCOMPARE(note->text().count('\n'), 0); // all of the other run is in memory
        tick("long", false);
        QTRY_VERIFY(!note->text().contains("recorded steps"));
        setEventMemoryLimit(limit);
    }

    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-compare");
        QSettings().clear();
        m_library = std::make_unique<test::LibraryOfRuns>();
        m_model = std::make_unique<RunsModel>();
        m_ticked = std::make_unique<TickedRuns>(m_model.get());
        makeView();
    }
    void cleanup()
    {
        m_view.reset();
        m_ticked.reset();
    }

    void withoutRunsItSaysWhatToDo()
    {
        QCOMPARE(emptyTitle(), "Tick two runs or more");
        QVERIFY(find<QLabel>("compareEmptyHint")->text().contains("only if it is ticked"));
        QVERIFY(m_view->exportItems().isEmpty());
        QSignalSpy wanted(m_view.get(), &CompareView::runsWanted);
        QTest::mouseClick(find<QPushButton>("compareGoToRuns"), Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
        keep("only", {});
        tick("only");
        QTRY_COMPARE(emptyTitle(), "Tick another run");
    }

    void tickedRunsStandSideBySideByWhatTellsThemApart()
    {
        tickTwo();
        QCOMPARE(emptyTitle(), "");
        QCOMPARE(m_view->figures()->headerData(1, Qt::Horizontal).toString(), "batch 16 (baseline)");
        QCOMPARE(m_view->figures()->headerData(2, Qt::Horizontal).toString(), "batch 64");
        QVERIFY(figure(Figure::StepAgainstBaseline, 1).endsWith(" (other batch size)"));
        QVERIFY(figure(Figure::ImageAgainstBaseline, 1).endsWith("%, faster"));
        tick("large", false);
        QCOMPARE(emptyTitle(), "Tick another run");
        QVERIFY(m_view->result().empty());
    }

    void tracesOfGpusAreComparedByTheirKernelsAtFirst()
    {
        tickTwo(); // of the CPU
        auto* what = find<QComboBox>("compareWhat");
        QCOMPARE(what->currentText(), QString("Operators"));
        QVERIFY(!find<QDoubleSpinBox>("compareAccuracy")->parentWidget()->isHidden());
        QCOMPARE(figure(Figure::DeviceTime, 0), QString());
        tick("small", false);
        tick("large", false);
        std::vector<std::filesystem::path> files;
        for (const int steps : {6, 8}) {
            StoredRun stored{
                .run = test::DeviceRun(steps).run, .label = {}, .environment = {}, .problems = {}};
            stored.label.name = std::to_string(steps) + " steps";
            stored.run.startUnixMs = 1'700'000'000'000 + steps;
            files.push_back(writeImportedRun(stored, m_library->path()));
        }
        list();
        for (const auto& file : files) {
            QVERIFY2(m_model->rowOf(file) >= 0, file.c_str());
            m_model->setTicked(m_model->rowOf(file), true);
        }
        QTRY_COMPARE(m_view->result().runs.size(), size_t(2));
        const auto titleOfNames = [&] {
            return m_view->operators()->headerData(0, Qt::Horizontal, Qt::DisplayRole).toString();
        };
        QCOMPARE(titleOfNames(), QString("Kernel"));
        QVERIFY(find<QDoubleSpinBox>("compareAccuracy")->parentWidget()->isHidden()); // there are no tests
        QVERIFY(figure(Figure::DeviceTime, 0).endsWith("ms"));
        QCOMPARE(what->currentText(), QString("Kernels"));
        what->setFocus();
        QTest::keyClick(what, Qt::Key_Home); // operators
        QCOMPARE(titleOfNames(), QString("Operator"));
        tick("small");
        QTRY_COMPARE(m_view->result().runs.size(), size_t(3));
        m_model->setTicked(m_model->rowOf(m_library->path() / "small.stepscope"), false);
        QTRY_COMPARE(m_view->result().runs.size(), size_t(2));
        QCOMPARE(titleOfNames(), QString("Operator")); // as the user has chosen
    }

    void aRunThatIsNamedGoesByItsName()
    {
        tickTwo();
        m_model->setLabel(m_model->rowOf(m_library->path() / "large.stepscope"),
                          {.name = "Large", .color = "#d05500"});
        QTRY_COMPARE(m_view->figures()->headerData(2, Qt::Horizontal).toString(), "Large");
    }

    void anotherBaselineTurnsTheDifferencesRound()
    {
        tickTwo();
        auto* baselines = find<QComboBox>("compareBaseline");
        QCOMPARE(baselines->currentText(), "batch 16");
        baselines->setCurrentIndex(1);
        Q_EMIT baselines->activated(1);
        QTRY_COMPARE(m_view->result().figures.baseline, size_t(1));
        QCOMPARE(figure(Figure::StepAgainstBaseline, 1), "baseline");
        QVERIFY(figure(Figure::StepAgainstBaseline, 0).endsWith(" (other batch size)"));
        keep("third", {.batchSize = 128, .seed = 3});
        tick("third");
        QTRY_COMPARE(m_view->result().runs.size(), size_t(3));
        QCOMPARE(m_view->result().figures.baseline, size_t(1)); // it stays the same run
        tick("large", false);
        QTRY_COMPARE(m_view->result().figures.baseline, size_t(0));
    }

    void runsOfDifferentBatchSizesAreComparedPerImage()
    {
        tickTwo();
        QCOMPARE(m_view->result().operators.basis, OperatorBasis::PerImage);
        keep("alike", {.batchSize = 16, .seed = 3});
        tick("large", false);
        tick("alike");
        QTRY_COMPARE(m_view->result().operators.basis, OperatorBasis::PerStep);
        auto* basis = find<QComboBox>("compareBasis");
        basis->setCurrentIndex(1);
        basis->setCurrentIndex(0); // what the user has chosen stays
        tick("alike", false);
        tick("large");
        QTRY_COMPARE(m_view->result().runs.size(), size_t(2));
        QCOMPARE(m_view->result().operators.basis, OperatorBasis::PerStep);
    }

    void anEmptyTableSaysWhyItIsEmpty()
    {
        const auto note = [this] { return find<QLabel>("compareOperatorsNote")->text(); };
        keep("one", {.seed = 1});
        keep("two", {.seed = 2});
        tick("one");
        tick("two");
        QTRY_COMPARE(m_view->result().runs.size(), size_t(2));
        find<QCheckBox>("compareOnlyReal")->setChecked(true);
        QVERIFY2(note().startsWith("No difference is larger than the noise"), qPrintable(note()));
        find<QCheckBox>("compareOnlyReal")->setChecked(false);
        QVERIFY2(!note().contains("noise"), qPrintable(note()));
        find<QLineEdit>("compareFilter")->setText("nothing has this name");
        QVERIFY2(note().contains("No operator matches: clear the filter."), qPrintable(note()));

        tick("two", false);
        keep("slow", {.convolutionUs = 1800.0, .seed = 3});
        tick("slow");
        const auto isShown = [this](const char* name) {
            return std::ranges::any_of(m_view->result().runs,
                                       [&](const TickedRun& run) { return run.path.stem() == name; });
        };
        QTRY_VERIFY(isShown("one") && isShown("slow"));
        find<QCheckBox>("compareOnlyReal")->setChecked(true);
        QVERIFY2(note().contains("No operator that really differs matches"), qPrintable(note()));
        find<QLineEdit>("compareFilter")->clear();
        QVERIFY2(!note().contains("matches"), qPrintable(note()));
    }

    void theChoicesAreRememberedButNoFilter()
    {
        tickTwo();
        find<QDoubleSpinBox>("compareAccuracy")->setValue(99.0);
        find<QComboBox>("compareBasis")->setCurrentIndex(1);
        find<QLineEdit>("compareFilter")->setText("conv");
        find<QCheckBox>("compareOnlyReal")->setChecked(true);
        find<QCheckBox>("compareNamespace")->setChecked(true);
        m_view->showPage(CompareView::Page::Operators);
        m_view->operatorsTable()->setMeasureShown(OperatorMeasure::Calls, false);
        makeView();
        QTRY_COMPARE(m_view->result().runs.size(), size_t(2));
        QCOMPARE(m_view->result().figures.accuracy, 0.99);
        QCOMPARE(m_view->result().operators.basis, OperatorBasis::PerImage);
        QCOMPARE(find<QLineEdit>("compareFilter")->text(), "");
        QVERIFY(!find<QCheckBox>("compareOnlyReal")->isChecked());
        QStringList names;
        for (int row = 0; row < m_view->operators()->rowCount(); ++row)
            names += m_view->operators()->index(row, 0).data().toString();
        QVERIFY2(names.contains("aten::conv2d") && names.contains("aten::addmm"),
                 qPrintable(names.join(' ')));
        QVERIFY(m_view->operatorsTable()->isVisible());
        QVERIFY(!m_view->operatorsTable()->isMeasureShown(OperatorMeasure::Calls));
        QVERIFY(m_view->operatorsTable()->isColumnHidden(2));
        QVERIFY(!m_view->operatorsTable()->isMeasureShown(OperatorMeasure::Interval));
    }

    void theTitlesOfTheOperatorsColumnsAreWhole()
    {
        tickTwo(); // of different batch sizes: "Self / sample"
        m_view->showPage(CompareView::Page::Operators);
        const ComparedOperatorsTable* table = m_view->operatorsTable();
        QTRY_VERIFY(table->isVisible());
        for (int column = 0; column < table->model()->columnCount(); ++column)
            QVERIFY2(table->isColumnHidden(column) ||
                         table->columnWidth(column) >= table->horizontalHeader()->sectionSizeHint(column),
                     qPrintable(table->model()->headerData(column, Qt::Horizontal).toString()));
    }

    /// As beside the experiment's form in a window of 1024 x 700 pixels.
    void theToolsAreOneRowInASmallWindow()
    {
        const auto* tools = find<QComboBox>("compareBaseline")->parentWidget();
        const int height = tools->height();
        m_view->resize(541, 600);
        QTRY_COMPARE(tools->width(), 541);
        QTRY_COMPARE(tools->height(), height);
    }

    /// As in a window of 1024 x 700 pixels, beside the experiment's form.
    void threeRunsFitInASmallWindow()
    {
        tickTwo();
        keep("third", {.batchSize = 128, .stepMs = 8.0, .convolutionUs = 1800.0, .seed = 3});
        tick("third");
        QTRY_COMPARE(m_view->result().runs.size(), size_t(3));
        m_view->resize(555, 560);
        const auto isWhole = [](const QTableView* table) {
            return table->isVisible() && table->horizontalScrollBar()->maximum() == 0;
        };
        QTRY_VERIFY(isWhole(find<FiguresTable>("compareFigures")));
        m_view->showPage(CompareView::Page::Operators);
        ComparedOperatorsTable* table = m_view->operatorsTable();
        QTRY_VERIFY(isWhole(table));
        for (const auto measure : {OperatorMeasure::Name, OperatorMeasure::Pass, OperatorMeasure::SelfTime,
                                   OperatorMeasure::Verdict})
            QVERIFY(table->isMeasureShown(measure));
        QVERIFY(!table->isMeasureShown(OperatorMeasure::StepShare));

        table->setMeasureShown(OperatorMeasure::StepShare, true); // it is shown if the user chooses it
        QVERIFY(table->isMeasureShown(OperatorMeasure::StepShare));
        makeView();
        m_view->resize(555, 560);
        m_view->showPage(CompareView::Page::Operators);
        QTRY_COMPARE(m_view->result().runs.size(), size_t(3));
        QVERIFY(m_view->operatorsTable()->isMeasureShown(OperatorMeasure::StepShare));
        m_view->resize(1800, 560);
        QTRY_VERIFY(m_view->operatorsTable()->isMeasureShown(OperatorMeasure::Verdict));
        QVERIFY(m_view->operatorsTable()->isMeasureShown(OperatorMeasure::Calls));
    }

    /// "0.3 µs" in place of "40.3 µs" would be a wrong figure: rather, the runs are scrolled to.
    void noFigureOfAnOperatorIsCut()
    {
        tickTwo();
        auto result = std::make_shared<ComparisonResult>(m_view->result());
        for (OperatorComparisonRow& row : result->operators.rows)
            row.cells[0].selfNs = 4'444'444.0;
        for (const int width : {240, 420, 555, 800, 1100}) {
            ComparedOperatorsModel model;
            ComparedOperatorsTable table(&model);
            table.resize(width, 400);
            table.show();
            model.setResult(result);
            const QFontMetrics metrics(Theme::tabularFont(table.font()));
            for (int column = 2; column < model.columnCount(); ++column) {
                const OperatorMeasure measure = model.columns()[size_t(column)].measure;
                if (table.isColumnHidden(column) || measure == OperatorMeasure::Verdict)
                    continue;
                for (int row = 0; row < model.rowCount(); ++row) {
                    const QString text = model.index(row, column).data().toString();
                    const int needed =
                        numberWidth(metrics, text, measureInfo(measure, result->operators.basis).widestUnit);
                    QVERIFY2(table.columnWidth(column) >= needed + 2 * cellMargin,
                             qPrintable(QString("%1 in a table of %2 pixels").arg(text).arg(width)));
                }
            }
            QVERIFY(width > 300 || table.horizontalScrollBar()->maximum() > 0);
        }
    }

    /// "too noi…" would not say what the verdict is. Texts need a fraction of a pixel more than whole ones.
    void noShortVerdictIsCut()
    {
        tickTwo();
        auto result = std::make_shared<ComparisonResult>(m_view->result());
        for (OperatorComparisonRow& row : result->operators.rows)
            row.cells[1].difference = OperatorDifference{
                .ratio = 16.54, .ratioInterval = Interval{0.5, 33.0}, .verdict = Verdict::Unclear};
        for (const double size : {8.5, 9.0, 9.5, 10.0, 11.0}) {
            ComparedOperatorsModel model;
            ComparedOperatorsTable table(&model);
            QFont font = table.font();
            font.setPointSizeF(size);
            table.setFont(font);
            table.resize(240, 400); // narrow columns, of which some are scrolled to
            table.show();
            model.setResult(result);
            const QFontMetrics metrics(Theme::tabularFont(table.font()));
            for (int column = 2; column < model.columnCount(); ++column) {
                if (table.isColumnHidden(column))
                    continue;
                const QModelIndex cell = model.index(0, column);
                const QStringList forms = cell.data(FormsRole).toStringList();
                const QString text = forms.isEmpty() ? cell.data().toString() : forms.last();
                QCOMPARE(metrics.elidedText(text, Qt::ElideRight, table.columnWidth(column) - 2 * cellMargin),
                         text);
            }
        }
    }

    /// Its only column is narrower than its name.
    void theNameOfTheBaselineIsLegible()
    {
        tickTwo();
        ComparedOperatorsModel model;
        ComparedOperatorsTable table(&model);
        table.resize(240, 400); // narrow columns, of which some are scrolled to
        table.show();
        auto result = std::make_shared<ComparisonResult>(m_view->result());
        result->runs[0].name = "batch 64, Adam";
        model.setResult(result);
        const auto* header = qobject_cast<const RunHeader*>(table.horizontalHeader());
        QVERIFY(header);
        int width = 0;
        int first = -1;
        for (int column = 0; column < model.columnCount(); ++column) {
            if (!model.columns()[size_t(column)].isOfRun() || model.columns()[size_t(column)].run != 0 ||
                table.isColumnHidden(column))
                continue;
            width += table.columnWidth(column);
            first = first < 0 ? column : first;
        }
        QVERIFY(first > 0);
        QVERIFY2(width >= std::min(header->runNameWidth(first), 140),
                 qPrintable(QString("%1 of %2").arg(width).arg(header->runNameWidth(first))));
    }

    void completeNamesAreWholeUnlessThatHidesTheFigures()
    {
        tickTwo();
        const std::string parameters = "<float, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> >"
                                       "(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)";
        auto result = std::make_shared<ComparisonResult>(m_view->result());
        OperatorCell cell;
        cell.calls = 4.0;
        cell.selfNs = 1e6;
        result->operators.kernels = {
            {"void at::native::vectorized_elementwise_kernel" + parameters, Pass::Forward, {cell, cell}}};
        ComparedOperatorsModel model;
        ComparedOperatorsTable table(&model);
        table.resize(800, 400);
        table.show();
        model.setResult(result);
        model.setShowsKernels(true);
        const auto* frozen = table.findChild<QTableView*>();
        QVERIFY(frozen && frozen->isVisible());
        const int width = table.columnWidth(0);
        table.setWithNamespace(true);
        const QString name = model.index(0, 0).data().toString();
        QVERIFY(name.startsWith("void at::native::"));
        QVERIFY(table.columnWidth(0) > width);
        QVERIFY(table.columnWidth(0) < table.viewport()->width() * 2 / 3);
        QVERIFY(frozen->isVisible());
        const int whole = table.fontMetrics().horizontalAdvance(name) + 2 * cellMargin;
        table.resize(3 * whole, 400);
        QTRY_VERIFY(table.columnWidth(0) >= whole);
        table.resize(800, 400);
        table.setWithNamespace(false);
        QTRY_COMPARE(table.columnWidth(0), width);
    }

    void namesTakeTheRoomThatIsLeftAndDifferWhereTheyAreCut()
    {
        tickTwo();
        OperatorCell cell;
        cell.calls = 4.0;
        cell.selfNs = 1e6;
        auto result = std::make_shared<ComparisonResult>(m_view->result());
        const std::string start = "split_embedding_backward_codegen_rowwise_adagrad_unweighted";
        result->operators.kernels = {
            {start + "_kernel_cta_per_row<float, float, long, 1ul>", Pass::Backward, {cell, cell}},
            {start + "_kernel_warp_per_row<float, float, long, 1ul>", Pass::Backward, {cell, cell}}};
        ComparedOperatorsModel model;
        model.setShowsKernels(true);
        ComparedOperatorsTable table(&model);
        table.resize(2000, 400);
        table.show();
        model.setResult(result);
        const auto name = [&](int row) { return model.index(row, 0).data().toString(); };
        for (int row = 0; row < 2; ++row)
            QVERIFY(table.columnWidth(0) >=
                    table.fontMetrics().horizontalAdvance(name(row)) + 2 * cellMargin);
        const auto* delegate = qobject_cast<const CompareDelegate*>(table.itemDelegate());
        QVERIFY(delegate);
        QVERIFY(delegate->shownLabel(table.font(), name(0), 160) !=
                delegate->shownLabel(table.font(), name(1), 160));
    }

    void theMeasureThatRowsAreSortedByHasAMarkAndIsLeftOutLast()
    {
        tickTwo();
        const auto result = std::make_shared<ComparisonResult>(m_view->result());
        int withoutCalls = 0; // the widest tables without these
        int withoutDifference = 0;
        int widthOfCalls = 0;
        for (int width = 400; width <= 1800; width += 10) {
            ComparedOperatorsModel model;
            ComparedOperatorsTable table(&model);
            table.resize(width, 400);
            table.show();
            model.setResult(result);
            table.horizontalHeader()->resizeSection(0, 300); // by the user
            model.setResult(result);
            if (!table.isMeasureShown(OperatorMeasure::Calls))
                withoutCalls = width;
            if (!table.isMeasureShown(OperatorMeasure::Difference))
                withoutDifference = width;
            const auto* header = qobject_cast<const RunHeader*>(table.horizontalHeader());
            QVERIFY(header);
            for (int column = 0; column < model.columnCount(); ++column) {
                const OperatorMeasure measure = model.columns()[size_t(column)].measure;
                QCOMPARE(header->isSortedBy(column), measure == OperatorMeasure::Difference);
                if (measure == OperatorMeasure::Calls)
                    widthOfCalls = std::max(widthOfCalls, table.columnWidth(column));
            }
        }
        QVERIFY(withoutCalls - withoutDifference > 2 * widthOfCalls + 20); // columns become narrow first
    }

    void aKernelOfSeveralPassesHasOneRow()
    {
        tickTwo();
        auto result = std::make_shared<ComparisonResult>(m_view->result());
        result->operators.kernels = {{"gemm", Pass::Forward, {{}, {}}, true},
                                     {"relu", Pass::Backward, {{}, {}}}};
        ComparedOperatorsModel model;
        model.setResult(result);
        model.setShowsKernels(true);
        constexpr int pass = 1;
        QVERIFY(model.columns()[pass].measure == OperatorMeasure::Pass);
        QCOMPARE(model.index(0, pass).data().toString(), "several");
        QCOMPARE(model.index(0, pass).data(CellKindRole).toInt(), int(CellKind::Text)); // without a color
        QCOMPARE(model.index(1, pass).data().toString(), "Backward");
        QCOMPARE(model.index(1, pass).data(CellKindRole).toInt(), int(CellKind::PassTag));
        model.sort(pass, Qt::DescendingOrder);
        QCOMPARE(model.index(0, 0).data().toString(), "gemm");
        const QString help = model.headerData(pass, Qt::Horizontal, Qt::ToolTipRole).toString();
        QVERIFY2(help.contains("one row for all passes"), qPrintable(help));
    }

    void aNameHasTheContextMenuOfItsRow()
    {
        tickTwo();
        m_view->showPage(CompareView::Page::Operators);
        ComparedOperatorsTable* table = m_view->operatorsTable();
        QTRY_VERIFY(table->isVisible());
        const auto* frozen = table->findChild<QTableView*>();
        QVERIFY(frozen);
        QStringList texts;
        connect(table, &CompareTable::rowMenuWanted, this, [&](QMenu* menu) {
            for (const QAction* action : menu->actions())
                texts += action->text();
            QTimer::singleShot(0, menu, &QMenu::close);
        });
        const QPoint place = frozen->visualRect(frozen->model()->index(0, 0)).center();
        QTest::mouseClick(frozen->viewport(), Qt::RightButton, {}, place);
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, frozen->viewport()->mapToGlobal(place));
        QCoreApplication::sendEvent(frozen->viewport(), &event);
        for (const char* text : {"Copy", "Copy operator name", "Filter for this", "Columns", "Export"})
            QVERIFY2(texts.contains(text), qPrintable(texts.join(", ")));

        QMenu menu;
        table->fillMenu(&menu);
        const auto trigger = [&](const QString& text) {
            for (QAction* action : menu.actions()) {
                if (action->text() == text)
                    action->trigger();
            }
        };
        trigger("Copy operator name");
        QCOMPARE(QGuiApplication::clipboard()->text(), m_view->operators()->index(0, 0).data().toString());
        const std::string name = m_view->operators()->operatorRow(0).name;
        trigger("Filter for this");
        QCOMPARE(find<QLineEdit>("compareFilter")->text(), QString::fromStdString(name));
    }

    void aMeasureThatNoOperatorHasIsHiddenUnlessItIsChosen()
    {
        tickTwo();
        auto result = std::make_shared<ComparisonResult>(m_view->result());
        for (OperatorComparisonRow& row : result->operators.rows) {
            for (OperatorCell& cell : row.cells)
                cell.stepShare.reset();
        }
        ComparedOperatorsModel model;
        ComparedOperatorsTable table(&model);
        table.resize(1800, 400);
        table.show();
        model.setResult(result);
        QVERIFY(!table.isMeasureShown(OperatorMeasure::StepShare));
        QVERIFY(table.isMeasureShown(OperatorMeasure::Calls));
        table.setMeasureShown(OperatorMeasure::StepShare, true);
        QVERIFY(table.isMeasureShown(OperatorMeasure::StepShare));
    }

    void aClickOnAHeaderSortsAndTheSelectionStays()
    {
        tickTwo();
        m_view->showPage(CompareView::Page::Operators);
        ComparedOperatorsTable* table = m_view->operatorsTable();
        const auto selected = [&] {
            QStringList names;
            for (const QModelIndex& index : table->selectionModel()->selectedRows())
                names += index.data().toString();
            return names;
        };
        QTRY_VERIFY(table->isVisible());
        table->selectRow(0);
        const QStringList before = selected();
        QCOMPARE(before.size(), 1);
        QHeaderView* header = table->horizontalHeader();
        const int column = 3; // self time of the first run
        const int x = header->sectionViewportPosition(column) + 20;
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {x, header->height() - 8});
        QCOMPARE(header->sortIndicatorSection(), column);
        for (int row = 1; row < m_view->operators()->rowCount(); ++row)
            QVERIFY(m_view->operators()->index(row - 1, column).data(FigureRole).toDouble() >=
                    m_view->operators()->index(row, column).data(FigureRole).toDouble());
        QCOMPARE(selected(), before);
        find<QLineEdit>("compareFilter")->setText("relu");
        QCOMPARE(selected(), QStringList());
        find<QLineEdit>("compareFilter")->clear();
        QCOMPARE(selected(), before);
    }

    void copyTakesPlainNumbers()
    {
        tickTwo();
        find<FiguresTable>("compareFigures")->setFocus();
        m_view->copyContent();
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), m_view->figures()->rowCount() + 1);
        QCOMPARE(lines[0], "Figure\tbatch 16\tbatch 64");
        QVERIFY(lines.contains("Testing (s)\t0.5\t0.5"));
        QVERIFY(lines.contains("Batch size\t16\t64"));

        m_view->resize(1800, 700); // with room for all columns
        m_view->showPage(CompareView::Page::Operators);
        QTRY_VERIFY(m_view->operatorsTable()->isMeasureShown(OperatorMeasure::Difference));
        m_view->operatorsTable()->selectRow(0);
        m_view->copyContent();
        const QStringList rows = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(rows.size(), 2);
        const QStringList titles = rows[0].split('\t');
        const QStringList cells = rows[1].split('\t');
        QCOMPARE(titles.size(), cells.size());
        QVERIFY(titles.contains("batch 64: difference per sample (µs)"));
        QVERIFY(cells[int(titles.indexOf("batch 64: difference per sample (µs)"))].toDouble() < 0.0);
    }

    void exportsCanBeReadBack()
    {
        tickTwo();
        const QList<QByteArray> csv = exported("Comparison of the runs", "csv").split('\n');
        QCOMPARE(csv[0], QByteArray("figure,batch size 16,batch size 64"));
        QVERIFY(csv.contains("batch_size,16,64"));
        const auto json = nlohmann::json::parse(exported("Comparison of the runs", "json").toStdString());
        QCOMPARE(json["runs"].size(), size_t(2));
        QCOMPARE(json["runs"][0]["name"].get<std::string>(), std::string("batch size 16"));
        QCOMPARE(json["settings"][1]["name"].get<std::string>(), std::string("batch size 64"));
        QVERIFY(exported("Comparison of the runs", "md").contains("| batch size 16 (baseline) |"));
        const auto operators =
            nlohmann::json::parse(exported("Comparison of the operators", "json").toStdString());
        QCOMPARE(operators["operators"].size(), m_view->operators()->size());
        QCOMPARE(operators["runs"][1]["name"].get<std::string>(), std::string("batch size 64"));
        QVERIFY(exported("Comparison of the operators", "csv")
                    .contains("aten::conv2d,operator,Forward,batch size 64"));
        QVERIFY(exported("Comparison of the operators", "md").contains("conv2d"));
    }

    void chartsAreDrawnForTheirSizeAndExported()
    {
        tickTwo();
        m_view->showPage(CompareView::Page::Charts);
        const auto& pictures = m_view->charts()->pictures();
        QVERIFY(!pictures.empty());
        for (ChartPicture* picture : pictures) {
            QVERIFY(picture->width() > 300);
            QCOMPARE(picture->height() > 100, true);
        }
        const QString title = QString::fromStdString(pictures[0]->chart().title);
        QXmlStreamReader svg(exported("Chart: " + title, "svg"));
        QVERIFY(svg.readNextStartElement());
        QCOMPARE(svg.name(), QStringView(u"svg"));
        while (!svg.atEnd())
            svg.readNext();
        QVERIFY2(!svg.hasError(), qPrintable(svg.errorString()));
        const QImage image = QImage::fromData(exported("Chart: " + title, "png"));
        QCOMPARE(image.width(), 1440);
        const int width = pictures[0]->width();
        m_view->resize(700, 700);
        QTRY_VERIFY(pictures[0]->width() != width);
    }

    void aRunThatGrowsGrowsInTheTable()
    {
        const RunShape shape{.seed = 1};
        RunFileWriter writer(m_library->path() / "live.stepscope", test::experimentOf(shape));
        writer.write(test::updateOf(shape, 0, 80));
        keep("other", {.seed = 2});
        tick("live");
        tick("other");
        QTRY_COMPARE(m_view->result().runs.size(), size_t(2));
        QCOMPARE(figure(Figure::Outcome, 0), "Running");
        QCOMPARE(figure(Figure::Steps, 0), "80");
        QCOMPARE(figure(Figure::ToAccuracy, 0), "–");
        QVERIFY(find<QLabel>("compareSummary")->text().contains("One run is still running"));
        writer.write(test::updateOf(shape, 80, 200));
        writer.close();
        QTRY_COMPARE(figure(Figure::Steps, 0), "200");
        QCOMPARE(figure(Figure::Outcome, 0), "Finished");
        QVERIFY(find<QLabel>("compareSummary")->text().isEmpty());
    }
};

QTEST_MAIN(TestCompareView)
#include "test_compare_view.moc"
