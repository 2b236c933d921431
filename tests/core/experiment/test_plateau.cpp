#include "core/experiment/plateau.h"

#include <QTest>

#include <cmath>

using namespace stepscope;

class TestPlateau : public QObject
{
    Q_OBJECT

    static QList<double> factorsAfter(int64_t epochs, const QList<double>& losses)
    {
        Experiment experiment;
        experiment.scheduleStepSize = epochs;
        experiment.scheduleGamma = 0.5;
        Plateau plateau;
        QList<double> factors;
        for (const double loss : losses) {
            addTestLoss(plateau, experiment, loss);
            factors += plateau.factor;
        }
        return factors;
    }

private Q_SLOTS:
    /// The rates of torch.optim.lr_scheduler.ReduceLROnPlateau(factor=0.5, patience=0 and 1), divided by the
    /// first.
    void theFactorIsThatOfPyTorch()
    {
        const QList<double> losses{1.0, 0.9, 0.95, 0.89999, 0.8, 0.8, 0.8, 0.8};
        QCOMPARE(factorsAfter(1, losses), (QList<double>{1, 1, 0.5, 0.25, 0.25, 0.125, 0.0625, 0.03125}));
        QCOMPARE(factorsAfter(2, losses), (QList<double>{1, 1, 1, 0.5, 0.5, 0.5, 0.25, 0.25}));
    }

    void aLossThatIsNoNumberIsNoImprovement()
    {
        QCOMPARE(factorsAfter(1, {std::nan(""), 1.0}), (QList<double>{0.5, 0.5}));
    }
};

QTEST_GUILESS_MAIN(TestPlateau)
#include "test_plateau.moc"
