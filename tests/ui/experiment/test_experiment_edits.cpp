#include "ui/experiment/experiment_edits.h"

#include <QSignalSpy>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

const ExperimentField& field(std::string_view key)
{
    return *findExperimentField(key);
}

} // namespace

class TestExperimentEdits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAllowedTextChangesTheExperiment()
    {
        ExperimentEdits edits;
        const QSignalSpy changed(&edits, &ExperimentEdits::changed);
        edits.setText(field("batch_size"), "128");
        QCOMPARE(edits.experiment().batchSize, 128);
        QVERIFY(changed.count() > 0);
        QVERIFY(edits.problem().isEmpty());
    }

    void numbersMayBeTypedWithSeparators()
    {
        ExperimentEdits edits;
        edits.setText(field("batch_size"), " 1,000 ");
        QCOMPARE(edits.experiment().batchSize, 1000);
    }

    void aRefusedTextStaysWithItsSentenceAndChangesNothing()
    {
        ExperimentEdits edits;
        edits.setText(field("batch_size"), "0");
        QCOMPARE(edits.experiment().batchSize, 64);
        QCOMPARE(edits.text(field("batch_size")), "0");
        QCOMPARE(edits.refusal(field("batch_size")), "Batch size is 0, but must be 1 to 1,000,000.");
        QCOMPARE(edits.problem(), edits.refusal(field("batch_size")));
        edits.setText(field("batch_size"), "16");
        QVERIFY(edits.problem().isEmpty());
    }

    void undoTakesBackRefusedTextsFirst()
    {
        ExperimentEdits edits;
        edits.setText(field("batch_size"), "16");
        edits.endEdit();
        edits.setText(field("batch_size"), "many");
        edits.undo();
        QCOMPARE(edits.text(field("batch_size")), "16");
        edits.undo();
        QCOMPARE(edits.experiment().batchSize, 64);
        QVERIFY(!edits.canUndo());
        edits.redo();
        QCOMPARE(edits.experiment().batchSize, 16);
    }

    void typingANumberIsOneEdit()
    {
        ExperimentEdits edits;
        for (const char* typed : {"1", "12", "128"})
            edits.setText(field("batch_size"), typed);
        edits.undo();
        QCOMPARE(edits.experiment().batchSize, 64);
    }

    void editsOfDifferentFieldsAreUndoneOneByOne()
    {
        ExperimentEdits edits;
        edits.setText(field("batch_size"), "1");
        edits.setText(field("seed"), "7");
        edits.undo();
        QCOMPARE(edits.experiment().seed, 1);
        QCOMPARE(edits.experiment().batchSize, 1);
    }

    void namingAnOptimizerBringsItsDefaults()
    {
        ExperimentEdits edits;
        edits.setText(field("optimizer.name"), "adam");
        QCOMPARE(edits.experiment().learningRate, 0.001);
        edits.undo();
        QCOMPARE(edits.experiment(), Experiment());
    }

    void anotherChoiceForgetsWhatWasRefusedAroundIt()
    {
        ExperimentEdits edits;
        edits.setText(field("optimizer.rho"), "7");
        QVERIFY(!edits.problem().isEmpty());
        edits.setText(field("optimizer.name"), "sgd");
        QVERIFY(edits.problem().isEmpty());
    }

    void valuesThatDoNotGoTogetherAreAProblem()
    {
        ExperimentEdits edits;
        edits.setText(field("network"), "mlp");
        edits.setText(field("hidden_layers"), "1000");
        edits.setText(field("width"), "100000");
        QVERIFY(!edits.hasRefusals());
        QVERIFY2(edits.problem().contains("weights"), qPrintable(edits.problem()));
    }

    void aContradictionIsAtItsField()
    {
        ExperimentEdits edits;
        edits.load(Experiment{.device = "cuda:0", .precision = "float16"});
        QVERIFY(!edits.contradictingField());
        edits.setText(field("device"), "cpu");
        QCOMPARE(edits.contradictingField(), &field("precision"));
        QCOMPARE(edits.refusal(field("precision")), edits.problem());
        QVERIFY(edits.refusal(field("precision")).startsWith("The precision float16 needs a GPU"));
        QVERIFY(edits.refusal(field("device")).isEmpty());
        edits.setText(field("batch_size"), "x"); // comes first
        QVERIFY(!edits.contradictingField());
        QCOMPARE(edits.problem(), edits.refusal(field("batch_size")));
        edits.setText(field("batch_size"), "8");
        QCOMPARE(edits.contradictingField(), &field("precision"));
        edits.setText(field("precision"), "bfloat16");
        QVERIFY(!edits.contradictingField());
        QVERIFY(edits.problem().isEmpty());
        QVERIFY(edits.refusal(field("precision")).isEmpty());
        edits.setText(field("augmentation"), "turn"); // any text is allowed, but not each says something
        QCOMPARE(edits.contradictingField(), &field("augmentation"));
    }

    void aBatchThatIsLargerThanTheDataSetIsRefusedAtItsField()
    {
        ExperimentEdits edits;
        edits.setText(field("dataset"), "synthetic");
        edits.setText(field("synthetic_images"), "100");
        edits.setText(field("batch_size"), "101");
        QCOMPARE(edits.contradictingField(), &field("batch_size"));
        QCOMPARE(
            edits.refusal(field("batch_size")),
            "The batch size is 101, but the data set synthetic has only 100 training samples; allowed: 1 "
            "to 100.");
        edits.setText(field("batch_size"), "100");
        QVERIFY(edits.problem().isEmpty());
        edits.setText(field("validation_share"), "0.001");
        QCOMPARE(edits.contradictingField(), &field("validation_share"));
        edits.setText(field("validation_share"), "0.5");
        QCOMPARE(edits.contradictingField(), &field("batch_size"));
    }

    void loadingLeavesNothingToUndo()
    {
        ExperimentEdits edits;
        edits.setText(field("batch_size"), "1");
        edits.load(Experiment{.batchSize = 16});
        QCOMPARE(edits.experiment().batchSize, 16);
        QVERIFY(!edits.canUndo());
    }
};

QTEST_GUILESS_MAIN(TestExperimentEdits)
#include "test_experiment_edits.moc"
