#include "core/run/validation.h"

#include <QtTest>

#include <cmath>

using namespace stepscope;

class TestValidation : public QObject
{
    Q_OBJECT

    static Run validatedRun()
    {
        Run run;
        run.experiment.validationShare = 0.1;
        appendScalars(run.scalars, validationScalars({.loss = 0.5, .accuracy = 0.75}, 9, 1000));
        appendScalars(run.scalars, validationScalars({.loss = 0.25, .accuracy = 0.875}, 19, 2000));
        return run;
    }

private Q_SLOTS:
    void eachEpochHasItsResult()
    {
        const Run run = validatedRun();
        QCOMPARE(run.scalars.size(), size_t(2));
        QCOMPARE(run.scalars[0].tag, std::string("validation/loss"));
        QCOMPARE(run.scalars[1].tag, std::string("validation/accuracy"));
        QCOMPARE(run.scalars[0].points[1].timeNs, int64_t(2000));
        const auto first = validationAfter(run, 9);
        QVERIFY(first.has_value());
        QCOMPARE(first->loss, 0.5);
        QCOMPARE(first->accuracy, 0.75);
        QCOMPARE(lastValidation(run)->loss, 0.25);
        QVERIFY(!validationAfter(run, 10));
    }

    void aTaskWithoutClassesHasALossOnly()
    {
        const auto scalars = validationScalars({.loss = 0.5, .accuracy = std::nan("")}, 9, 1000);
        QCOMPARE(scalars.size(), size_t(1));
        Run run;
        run.experiment.validationShare = 0.1;
        run.scalars = scalars;
        QVERIFY(std::isnan(lastValidation(run)->accuracy));
        QCOMPARE(validationText(*lastValidation(run)), std::string("Validation loss 0.5000"));
    }

    void aLossThatIsNotANumberIsAResult()
    {
        Run run;
        run.experiment.validationShare = 0.1;
        run.scalars = validationScalars({.loss = std::nan(""), .accuracy = 0.1}, 9, 1000);
        QVERIFY(validationAfter(run, 9));
        QVERIFY(std::isnan(validationAfter(run, 9)->loss));
        appendScalars(run.scalars, validationScalars({.loss = 0.5, .accuracy = 0.1}, 19, 2000));
        QCOMPARE(validationResults(run)->bestLoss, 0.5);
    }

    void theBestOfAllIsKnownToo()
    {
        Run run = validatedRun();
        appendScalars(run.scalars, validationScalars({.loss = 0.75, .accuracy = 0.5}, 29, 3000));
        const auto results = validationResults(run);
        QVERIFY(results.has_value());
        QCOMPARE(results->finalLoss, 0.75);
        QCOMPARE(results->bestLoss, 0.25);
        QCOMPARE(results->finalAccuracy, std::optional(0.5));
        QCOMPARE(results->bestAccuracy, std::optional(0.875));

        Run withoutClasses = run;
        std::erase_if(withoutClasses.scalars,
                      [](const ScalarSeries& series) { return series.tag == validationAccuracyTag; });
        QCOMPARE(validationResults(withoutClasses)->bestLoss, 0.25);
        QVERIFY(!validationResults(withoutClasses)->finalAccuracy);
        QVERIFY(!validationResults(withoutClasses)->bestAccuracy);
        run.experiment.validationShare = 0;
        QVERIFY(!validationResults(run) && !validationResults(Run{}));
    }

    void whatAProgramLoggedIsNoValidation()
    {
        Run run = validatedRun();
        run.kind = RunKind::Program;
        QVERIFY(!lastValidation(run) && !validationAfter(run, 9));
        run = validatedRun();
        run.experiment.validationShare = 0;
        QVERIFY(!hasValidation(run) && !lastValidation(run));
        QVERIFY(!lastValidation(Run{}));
    }

    void theTextHasBothFigures()
    {
        QCOMPARE(QString::fromStdString(validationText({.loss = 0.12345, .accuracy = 0.975})),
                 QString("Validation loss 0.1235, accuracy 97.50 %"));
    }
};

QTEST_GUILESS_MAIN(TestValidation)
#include "test_validation.moc"
