#include "core/run/scalar_roles.h"

#include <QTest>

#include <cmath>

using namespace stepscope;

/// Which tags are the loss and the accuracy of a training.
class TestScalarRoles : public QObject
{
    Q_OBJECT

    static QString roleName(std::optional<ScalarRole> role)
    {
        constexpr const char* names[] = {"train loss", "test loss", "train accuracy", "test accuracy"};
        return role ? names[size_t(*role)] : "none";
    }

private Q_SLOTS:
    void tagsAreUnderstood_data()
    {
        QTest::addColumn<QString>("tag");
        QTest::addColumn<QString>("role");
        const auto row = [](const char* tag, const char* role) { QTest::newRow(tag) << tag << role; };
        for (const char* tag : {"Loss/train", "loss/train", "train_loss", "loss", "epoch_loss", "trainLoss",
                                "train/loss_step", "Train Loss", "batch_loss", "losses/train_loss"})
            row(tag, "train loss");
        for (const char* tag : {"Loss/test", "val_loss", "valid/loss", "epoch_val_loss", "eval/loss",
                                "evaluation_loss_vs_iterations", "testLoss"})
            row(tag, "test loss");
        for (const char* tag : {"Accuracy/train", "acc", "epoch_accuracy", "train/acc", "train_top1",
                                "sparse_categorical_accuracy"})
            row(tag, "train accuracy");
        for (const char* tag : {"Accuracy/test", "val_acc", "validation/accuracy", "val_top1"})
            row(tag, "test accuracy");
        for (const char* tag : {"learning_rate", "lr", "Loss/generator", "loss_bbox", "train", "",
                                "accuracy_and_loss", "train_val_loss", "closs", "glossy"})
            row(tag, "none");
    }

    void tagsAreUnderstood()
    {
        QFETCH(QString, tag);
        QFETCH(QString, role);
        QCOMPARE(roleName(scalarRole(tag.toStdString())), role);
    }

    void whatLiesInAFolderOfTestsIsATest()
    {
        QCOMPARE(roleName(scalarRole("epoch_loss", "logs/validation")), "test loss");
        QCOMPARE(roleName(scalarRole("epoch_accuracy", "test")), "test accuracy");
        QCOMPARE(roleName(scalarRole("epoch_loss", "logs/train")), "train loss");
        QCOMPARE(roleName(scalarRole("epoch_loss", "latest")), "train loss");
        QCOMPARE(roleName(scalarRole("loss", "test of adam")), "train loss");
        QCOMPARE(roleName(scalarRole("Loss/train", "test")), "train loss");
    }

    void ofSeveralThePlainestTagIsShown()
    {
        const std::vector<ScalarSeries> scalars = {{.tag = "train/loss_epoch", .points = {}},
                                                   {.tag = "train/loss", .points = {}},
                                                   {.tag = "loss/train", .points = {}},
                                                   {.tag = "val_acc", .points = {}}};
        const auto found = roleSeries(scalars, {});
        QCOMPARE(found[size_t(ScalarRole::TrainLoss)], &scalars[1]);
        QVERIFY(!found[size_t(ScalarRole::TestLoss)]);
        QCOMPARE(found[size_t(ScalarRole::TestAccuracy)], &scalars[3]);
    }

    void accuraciesAreSharesOrPerCent()
    {
        ScalarSeries series{.tag = "acc", .points = {{.value = 0.1}, {.value = 1.0}, {.value = HUGE_VAL}}};
        QCOMPARE(perCentFactor(series), 100.0);
        series.points.push_back({.value = 97.5});
        QCOMPARE(perCentFactor(series), 1.0);
    }
};

QTEST_GUILESS_MAIN(TestScalarRoles)
#include "test_scalar_roles.moc"
