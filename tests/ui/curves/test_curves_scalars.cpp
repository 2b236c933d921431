#include "core/run/validation.h"
#include "curves_fixture.h"
#include "ui/curves/curve_readout.h"

#include <QComboBox>
#include <QFile>
#include <QStandardItemModel>
#include <QTemporaryDir>

#include <cmath>

using namespace stepscope;
using namespace stepscope::ui;

/// Curves of what runs have logged under tags.
class TestCurvesScalars : public CurvesFixture
{
    Q_OBJECT

    QTemporaryDir m_folder;

    static ScalarSeries series(const char* tag, int64_t points, double first, int64_t stride = 1)
    {
        ScalarSeries series{.tag = tag, .points = {}};
        for (int64_t i = 0; i < points; ++i)
            series.points.push_back(
                {.step = i * stride, .timeNs = i * 500'000'000, .value = first / double(i + 1)});
        return series;
    }

    /// As an imported log is: without steps.
    static Run log(std::vector<ScalarSeries> scalars)
    {
        Run run;
        run.outcome = RunOutcome::Finished;
        run.experiment.dataset.clear();
        run.experiment.network = "a log";
        run.experiment.batchSize = 0;
        run.scalars = std::move(scalars);
        return run;
    }

    void overlay(std::initializer_list<std::pair<const char*, Run>> runs)
    {
        std::vector<std::unique_ptr<CurveOverlay>> overlays;
        for (const auto& [key, run] : runs) {
            auto overlay = std::make_unique<CurveOverlay>();
            overlay->key = key;
            overlay->name = key;
            overlay->run = std::make_shared<const Run>(run);
            overlay->color = overlay->paperColor = QColor("#008a64");
            overlays.push_back(std::move(overlay));
        }
        m_view->setOverlays(std::move(overlays));
        settle();
    }

    QComboBox* tags() const { return m_view->findChild<QComboBox*>("shownTag"); }

    QStringList offered() const
    {
        QStringList texts;
        for (int i = 0; i < tags()->count(); ++i) {
            if (!tags()->itemText(i).isEmpty())
                texts += tags()->itemText(i);
        }
        return texts;
    }

    /// The tooltip of a visible figure of the readout, the first one with that caption.
    QString meaningOf(const QString& caption) const
    {
        for (const QLabel* label : m_view->findChild<CurveReadout*>()->findChildren<QLabel*>()) {
            const bool isCaption = label->text() == caption || label->text().endsWith("</span> " + caption);
            if (label->isVisible() && isCaption)
                return label->parentWidget()->toolTip();
        }
        return {};
    }

    qsizetype pointsOf(const QString& name)
    {
        for (int i = 0; i < plot().graphCount(); ++i) {
            if (plot().graph(i)->name() == name && plot().graph(i)->keyAxis() == plot().loss().x)
                return plot().graph(i)->data()->size();
        }
        return -1;
    }

    QStringList exported(const QString& fileName, const QString& format) const
    {
        const QString path = m_folder.filePath(fileName + "." + format);
        for (const ExportItem& item : m_view->exportItems()) {
            if (item.fileName == fileName)
                item.write(path);
        }
        QFile file(path);
        return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)
                                          : QStringList();
    }

private Q_SLOTS:
    void init() { openView(); }
    void cleanup() { m_view.reset(); }

    void aTrainingOffersNothingToChoose()
    {
        Run run = fallingRun(100, 50);
        show(run);
        QVERIFY(!tags()->isVisible());
        m_view->showRun(nullptr);
    }

    void theValidationOfATrainingIsBesideItsTests()
    {
        const QString name = "Validation, each epoch";
        Run run = fallingRun(100, 50);
        show(run);
        QCOMPARE(pointsOf(name), 0);
        QVERIFY(!texts().contains("Validation loss"));
        m_view->showRun(nullptr);

        run.experiment.validationShare = 0.1;
        for (const EpochMetrics& epoch : run.epochs)
            appendScalars(run.scalars,
                          validationScalars({.loss = 0.5, .accuracy = 0.875}, epoch.lastStep, epoch.endNs));
        show(run);
        QCOMPARE(pointsOf(name), 2);
        QCOMPARE(plot().loss().test->data()->size(), 2); // those of the epochs
        QCOMPARE(plot().loss().raw->data()->size(), 100);
        QCOMPARE(plot().loss().validation->data()->at(1)->value, 0.5);
        QCOMPARE(plot().accuracy().validation->data()->at(1)->value, 87.5);
        QVERIFY2(texts().contains("Validation loss"), qPrintable(texts()));
        QVERIFY2(texts().contains("|87.50 %"), qPrintable(texts()));
        QCOMPARE(offered(), (QStringList{"Loss and accuracy", "validation/accuracy", "validation/loss"}));
        plot().setSeriesShown(CurveSeries::Validation, false);
        settle();
        QCOMPARE(pointsOf(name), 0);
        m_view->setTag("validation/loss");
        settle();
        QCOMPARE(plot().loss().raw->data()->size(), 2);
        QVERIFY(!texts().contains("Validation loss"));
        m_view->showRun(nullptr);
    }

    void tagsOfLossAndAccuracyAreTheCurves()
    {
        Run run = log({series("Loss/train", 40, 2.0, 10), series("Accuracy/train", 40, 0.9, 10),
                       series("Loss/test", 4, 1.0, 100), series("lr", 40, 0.1, 10)});
        show(run);
        QVERIFY(tags()->isVisible());
        QCOMPARE(offered(),
                 (QStringList{"Loss and accuracy", "Accuracy/train", "Loss/test", "Loss/train", "lr"}));
        QCOMPARE(plot().loss().raw->data()->size(), 40);
        QCOMPARE(plot().loss().raw->data()->at(1)->key, 10.0);
        QCOMPARE(plot().loss().raw->data()->at(1)->value, 1.0);
        QCOMPARE(plot().accuracy().raw->data()->at(0)->value, double(90.0F)); // in per cent
        QCOMPARE(plot().loss().test->data()->size(), 4);
        QCOMPARE(plot().accuracy().test->data()->size(), 0);
        QVERIFY(x().contains(390.0));
        QVERIFY2(texts().contains("|390|"), qPrintable(texts())); // the newest step
        QVERIFY(!texts().contains("Epoch"));
        m_view->showRun(nullptr);
    }

    void theyLieOverNativeRuns()
    {
        Run run = fallingRun(100, 50);
        show(run);
        overlay({{"a", log({series("loss", 60, 2.0)})}});
        QTRY_COMPARE(pointsOf("a"), 60);
        QCOMPARE(plot().loss().raw->data()->size(), 100);
        QVERIFY(tags()->isVisible());
        m_view->showRun(nullptr);
    }

    void aTagIsShownOfEveryRunThatHasIt()
    {
        Run run = log({series("loss", 40, 2.0), series("grad/norm", 30, 5.0)});
        show(run);
        overlay({{"a", log({series("grad/norm", 20, 7.0), series("loss", 5, 1.0)})},
                 {"b", log({series("loss", 5, 1.0)})}});
        m_view->setTag("grad/norm");
        settle();
        QCOMPARE(tags()->currentText(), "grad/norm");
        QCOMPARE(plot().loss().title->text(), "grad/norm");
        QCOMPARE(plot().loss().raw->data()->size(), 30);
        QTRY_COMPARE(pointsOf("a"), 20);
        QCOMPARE(pointsOf("b"), 0);
        QVERIFY(!plot().accuracy().rect->visible());
        QVERIFY(plot().loss().rect->height() > m_view->height() / 2); // the whole height
        QVERIFY(plot().loss().y->range().contains(7.0));
        QVERIFY2(texts().contains("Value"), qPrintable(texts()));
        QVERIFY(!texts().contains("Accuracy"));
        tags()->setCurrentIndex(0);
        settle();
        QVERIFY(plot().accuracy().rect->visible());
        QCOMPARE(plot().loss().raw->data()->size(), 40);
        QTRY_COMPARE(pointsOf("a"), 5);
        m_view->showRun(nullptr);
    }

    void theReadoutDefinesTheFiguresOfStepsAndOfLogs()
    {
        m_view->setSmoothing(0.5);
        Run run = fallingRun(20, 10);
        run.scalars = {series("grad/norm", 10, 1.0)};
        show(run);
        QCOMPARE(meaningOf("Time"), "Seconds from the start of the first step to the end of this one");
        QVERIFY(meaningOf("Loss").startsWith("Loss of the step"));
        QVERIFY(meaningOf("Smoothed").startsWith("Moving average over the previous steps"));
        m_view->setTag("grad/norm");
        settle();
        QCOMPARE(meaningOf("Time"), "Seconds from the start of the run to when the value was logged");
        QCOMPARE(meaningOf("Value"), "Value as logged");
        QVERIFY(meaningOf("Smoothed").startsWith("Moving average over the previous values"));
        m_view->setTag("");
        settle();
        QCOMPARE(meaningOf("Time"), "Seconds from the start of the first step to the end of this one");
        Run imported = log({series("Loss/train", 40, 2.0), series("Loss/test", 4, 1.0, 10)});
        show(imported);
        QCOMPARE(meaningOf("Time"), "Seconds from the start of the run to when the value was logged");
        QCOMPARE(meaningOf("Loss"), "Last loss logged up to the step");
        QCOMPARE(meaningOf("Test loss"), "Last test loss logged up to the step");
        QVERIFY(meaningOf("Smoothed").startsWith("Moving average over the previous values"));
        m_view->showRun(nullptr);
    }

    void secondsAreThoseOfTheLogAndEpochsAreNotKnown()
    {
        Run run = log({series("loss", 40, 2.0, 10)});
        show(run);
        auto* xKind = m_view->findChild<QComboBox*>("xAxis");
        const auto* items = qobject_cast<QStandardItemModel*>(xKind->model());
        QVERIFY(!items->item(xKind->findData(int(CurveX::Epoch)))->isEnabled());
        m_view->setXKind(CurveX::Seconds);
        settle();
        QCOMPARE(plot().loss().raw->data()->at(1)->key, 0.5);
        Run training = fallingRun(10, 5);
        show(training);
        QVERIFY(items->item(xKind->findData(int(CurveX::Epoch)))->isEnabled());
        m_view->showRun(nullptr);
    }

    void aLogWithoutLossShowsItsFirstTag()
    {
        Run run = log({series("z", 10, 1.0), series("kl", 20, 1.0)});
        show(run);
        QCOMPARE(tags()->currentText(), "kl");
        QCOMPARE(plot().loss().raw->data()->size(), 20);
        Run next = log({series("loss", 15, 1.0)});
        show(next);
        QCOMPARE(tags()->currentText(), "Loss and accuracy");
        QCOMPARE(plot().loss().raw->data()->size(), 15);
        m_view->showRun(nullptr);
    }

    void aLogOfAccuracyAloneIsACurve()
    {
        Run run = log({series("val_acc", 10, 0.5)});
        show(run);
        QCOMPARE(plot().accuracy().raw->data()->size(), 10);
        QCOMPARE(plot().loss().raw->data()->size(), 0);
        hover(plot().accuracy().rect->rect().center());
        QVERIFY(plot().accuracy().cursor->visible());
        QVERIFY2(texts().contains("%"), qPrintable(texts()));
        m_view->showRun(nullptr);
    }

    void aRestartReplacesWhatWasLoggedBefore()
    {
        auto points = series("loss", 10, 1.0);
        for (int64_t step = 5; step < 8; ++step)
            points.points.push_back({.step = step, .timeNs = 10'000'000'000 + step, .value = 9.0});
        Run run = log({points});
        m_view->setSmoothing(0.0);
        show(run);
        const auto data = plot().loss().raw->data();
        QCOMPARE(data->size(), 8);
        QCOMPARE(data->at(4)->value, double(float(1.0 / 5)));
        QCOMPARE(data->at(5)->key, 5.0);
        QCOMPARE(data->at(5)->value, 9.0);
        m_view->showRun(nullptr);
    }

    void numbersThatAreNoneLeaveGapsAndDoNotCount()
    {
        auto points = series("loss", 10, 1.0);
        points.points[3].value = std::nan("");
        points.points[4].value = HUGE_VAL;
        Run run = log({points});
        show(run);
        QVERIFY(std::isnan(plot().loss().raw->data()->at(3)->value));
        QVERIFY(std::isnan(plot().loss().raw->data()->at(4)->value));
        QVERIFY(plot().loss().y->range().upper < 2.0);
        m_view->showRun(nullptr);
    }

    void aLogThatGrowsIsFollowed()
    {
        Run run = log({series("loss", 10, 1.0)});
        run.outcome = RunOutcome::Running;
        show(run);
        run.scalars = {series("loss", 60, 1.0), series("lr", 5, 1.0)};
        m_view->refresh();
        settle();
        QCOMPARE(plot().loss().raw->data()->size(), 60);
        QVERIFY(x().contains(59.0));
        QVERIFY(offered().contains("lr"));
        m_view->showRun(nullptr);
    }

    void whatIsShownCanBeExported()
    {
        Run run = log({series("loss", 2, 2.0), series("lr", 1, 0.5)});
        show(run);
        overlay({{"a", log({series("lr", 2, 1.0)})}});
        m_view->setTag("lr");
        settle();
        QCOMPARE(exported("scalar", "csv"),
                 (QStringList{"run,tag,step,time_s,value", "Run on the screen,lr,0,0,0.5", "a,lr,0,0,1",
                              "a,lr,1,0.5,0.5"}));
        QCOMPARE(exported("scalars", "csv").size(), 1 + 3 + 2);
        exported("curves", "png");
        QVERIFY(!QImage(m_folder.filePath("curves.png")).isNull());
        m_view->showRun(nullptr);
    }

    void aMillionPointsAreDrawnAsTwoAColumn()
    {
        Run run = log({series("loss", 1'000'000, 1.0), series("val_loss", 300'000, 1.0)});
        show(run);
        QTRY_VERIFY(x().contains(999'999.0));
        QVERIFY(plot().loss().raw->data()->size() < 4 * m_view->width());
        QVERIFY(plot().loss().test->data()->size() < 4 * m_view->width());
        m_view->showRun(nullptr);
    }
};

QTEST_MAIN(TestCurvesScalars)
#include "test_curves_scalars.moc"
