#include "core/exchange/run_tables.h"
#include "core/run/run_figures.h"
#include "core/run/validation.h"

#include "sample_run.h"
#include "tests/support/exported_text.h"

#include <QtTest>

using namespace stepscope;

namespace {

/// The fields of each line, quoted ones unquoted.
QList<QStringList> readCsv(const std::string& text)
{
    QList<QStringList> rows{{QString()}};
    bool quoted = false;
    const QString csv = QString::fromStdString(text);
    for (qsizetype i = 0; i < csv.size(); ++i) {
        const QChar c = csv[i];
        if (c == '"' && quoted && i + 1 < csv.size() && csv[i + 1] == '"') {
            rows.last().last() += c;
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            rows.last().append(QString());
        } else if (c == '\n' && !quoted) {
            rows.append(QStringList{QString()});
        } else {
            rows.last().last() += c;
        }
    }
    rows.removeLast(); // what follows the last line break
    return rows;
}

/// A row as names and values.
QMap<QString, QString> row(const QList<QStringList>& rows, int index)
{
    QMap<QString, QString> named;
    for (qsizetype i = 0; i < rows[0].size(); ++i)
        named[rows[0][i]] = rows[index + 1].value(i);
    return named;
}

} // namespace

class TestRunTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void metricsHaveARowAStep()
    {
        const auto rows = readCsv(stepsCsv(test::sampleRun()));
        QCOMPARE(rows.size(), 6);
        for (const auto& fields : rows)
            QCOMPARE(fields.size(), rows[0].size());
        const auto first = row(rows, 0);
        QCOMPARE(first["step"], "0");
        QCOMPARE(first["duration_us"], "9000");
        QCOMPARE(first["loss"], "2");
        QCOMPARE(first["accuracy"], "0.25");
        QCOMPARE(first["profiler_phase"], "off");
        const auto third = row(rows, 2);
        QCOMPARE(third["start_s"], "0.004");
        QCOMPARE(third["duration_us"], "1002");
        QCOMPARE(third["profiler_phase"], "active");
        QCOMPARE(third["images_per_s"].toDouble(), 4 / 1.002e-3);
        QCOMPARE(row(rows, 3)["epoch"], "2");
    }

    void epochsHaveARowAnEpoch()
    {
        const auto rows = readCsv(epochsCsv(test::sampleRun()));
        QCOMPARE(rows.size(), 3);
        const auto last = row(rows, 1);
        QCOMPARE(last["epoch"], "2");
        QCOMPARE(last["test_loss"], "0.0275");
        QCOMPARE(last["test_correct"], "9914");
        QCOMPARE(last["test_accuracy"], "0.9914");
        QCOMPARE(last["train_accuracy"], "0.5");
        QCOMPARE(last["train_s"], "0.002");
        QCOMPARE(last["images_per_s"], "3000");
        QCOMPARE(last["learning_rate"], "0.7");
    }

    void validationsAreColumnsOfTheEpochs()
    {
        auto run = test::sampleRun();
        QVERIFY(!readCsv(epochsCsv(run))[0].contains("validation_loss"));
        run.experiment.validationShare = 0.1;
        run.scalars = validationScalars({.loss = 0.25, .accuracy = 0.75}, 4, 1000);
        const auto rows = readCsv(epochsCsv(run));
        QCOMPARE(row(rows, 1)["validation_loss"], "0.25");
        QCOMPARE(row(rows, 1)["validation_accuracy"], "0.75");
        QCOMPARE(row(rows, 0)["validation_loss"], "");   // of which nothing is known
        QCOMPARE(row(rows, 1)["validation_images"], ""); // as of a run of an older version
        QCOMPARE(row(rows, 1)["validation_correct"], "");
        run.plan.validationImages = 200;
        const auto counted = readCsv(epochsCsv(run));
        QCOMPARE(row(counted, 1)["validation_images"], "200");
        QCOMPARE(row(counted, 1)["validation_correct"], "150");
        QCOMPARE(row(counted, 0)["validation_images"], "");
    }

    void samplesHaveAColumnForEachProcessor()
    {
        const auto rows = readCsv(samplesCsv(test::sampleRun()));
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0], QStringList({"time_s", "process_cpu_percent", "resident_bytes", "allocated_bytes",
                                       "peak_allocated_bytes", "core_0_percent", "core_1_percent"}));
        QCOMPARE(rows[1], QStringList({"-0.001", "50", "1000", "", "", "25", "50"}));
        QCOMPARE(rows[2], QStringList({"0.011", "150.5", "3000", "", "", "100", ""}));
    }

    void samplesTellOfTheGpuWhereOneTrained()
    {
        Run run = test::sampleRun();
        run.samples[1].allocatedBytes = 700;
        run.samples[1].peakAllocatedBytes = 900;
        run.samples[1].gpus.push_back({.utilizationPercent = 75.0F,
                                       .memoryUsedBytes = 5000,
                                       .powerWatts = 320.5F,
                                       .graphicsClockMHz = 1980});
        const auto rows = readCsv(samplesCsv(run));
        const auto before = row(rows, 0);
        QCOMPARE(before["gpu_0_use_percent"], "");
        const auto with = row(rows, 1);
        QCOMPARE(with["allocated_bytes"], "700");
        QCOMPARE(with["peak_allocated_bytes"], "900");
        QCOMPARE(with["gpu_0_use_percent"], "75");
        QCOMPARE(with["gpu_0_memory_used_bytes"], "5000");
        QCOMPARE(with["gpu_0_power_w"], "320.5");
        QCOMPARE(with["gpu_0_graphics_clock_mhz"], "1980");
        QCOMPARE(with["gpu_0_temperature_c"], "");
        QCOMPARE(with["core_0_percent"], "100");
    }

    void operatorsSayWhatTheyCover()
    {
        const Run run = test::sampleRun();
        const auto rows = readCsv(operatorsCsv(runStatistics(run, OperatorGrouping::ByOperator), run.trace));
        QCOMPARE(rows.size(), 4);
        const auto convolution = row(rows, 0);
        QCOMPARE(convolution["operator"], "aten::convolution");
        QCOMPARE(convolution["self_us"], "399.7");
        const auto conv2d = row(rows, 1);
        QCOMPARE(conv2d["operator"], "aten::conv2d");
        QCOMPARE(conv2d["pass"], "Forward");
        QCOMPARE(conv2d["input_shapes"], "2 different");
        QCOMPARE(conv2d["calls"], "2");
        QCOMPARE(conv2d["total_us"], "699.6");
        QCOMPARE(conv2d["self_us"], "299.9");
        QCOMPARE(conv2d["mean_us"], "349.8");
        QCOMPARE(conv2d["min_us"], "199.8");
        QCOMPARE(conv2d["max_us"], "499.8");
        QCOMPARE(conv2d["steps"], "2");
        QCOMPARE(conv2d["covers"], "active steps 2 and 3");
        QCOMPARE(row(rows, 2)["operator"], "Conv\"Backward\"");

        double percent = 0;
        for (int i = 0; i + 1 < rows.size(); ++i)
            percent += row(rows, i)["self_percent"].toDouble();
        QVERIFY(std::abs(percent - 100.0) < 1e-9);
    }

    void shapesStandInQuotes()
    {
        const Run run = test::sampleRun();
        const auto rows =
            readCsv(operatorsCsv(runStatistics(run, OperatorGrouping::ByOperatorAndShape), run.trace));
        QStringList shapes;
        for (int i = 0; i + 1 < rows.size(); ++i)
            shapes << row(rows, i)["input_shapes"];
        QVERIFY(shapes.contains("[[4,1,28,28],[32]]"));
        QVERIFY(shapes.contains("[[2,1,28,28],[32]]"));
    }

    void aStepLastsLongerWithItsDeviceWork()
    {
        Run run;
        run.trace = test::traceOf("aten::mm 0-2000\n"
                                  "  launch 500-1500 runtime\n"
                                  "gemm 3000-9000 t1 gpu0 kernel <launch\n");
        run.trace.steps.push_back(
            {.number = 4, .durationNs = 5'000, .endEvent = EventId(3), .phase = StepPhase::Active});
        const auto step = row(readCsv(test::stepPartsCsv(run)), 0);
        QCOMPARE(step["step"], "4");
        QCOMPARE(step["wall_us"], "5");
        QCOMPARE(step["forward_us"].toDouble() + step["other_us"].toDouble(), 5.0);
        QCOMPARE(step["wall_with_device_us"], "9");
        QCOMPARE(step["kernel_us"], "6");
        QCOMPARE(step["runtime_us"], "1");
        QVERIFY(!readCsv(test::stepPartsCsv(test::sampleRun()))[0].contains("wall_with_device_us"));
    }

    void passesThatAnImportedTraceDoesNotTellApartAreEmpty()
    {
        Run run;
        run.outcome = RunOutcome::Finished;
        run.experiment.dataset.clear(); // imported
        run.trace = test::traceOf("aten::mm 0-2000 forward\nunmarked 2100-2200 other\n"
                                  "aten::mm_backward 3000-4000 backward\n");
        run.trace.steps.push_back(
            {.number = 0, .durationNs = 2'500, .endEvent = EventId(2), .phase = StepPhase::Active});
        run.trace.steps.push_back({.number = 1,
                                   .startNs = 2'500,
                                   .durationNs = 2'500,
                                   .firstEvent = EventId(2),
                                   .endEvent = EventId(3),
                                   .phase = StepPhase::Active});
        const auto step = row(readCsv(test::stepPartsCsv(run)), 0);
        QCOMPARE(step["forward_us"], "2");
        QCOMPARE(step["backward_us"], "0"); // the other step has one
        QCOMPARE(step["data_us"], "");
        QCOMPARE(step["optimizer_us"], "");
        run.trace.steps.front().firstEvent = EventId(1); // the forward pass is in no step
        QCOMPARE(row(readCsv(test::stepPartsCsv(run)), 0)["forward_us"], "");
        run.experiment.dataset = "mnist";
        run.kind = RunKind::Program; // which may not mark its passes either
        QCOMPARE(row(readCsv(test::stepPartsCsv(run)), 0)["data_us"], "");
        run.kind = RunKind::Training;
        QCOMPARE(row(readCsv(test::stepPartsCsv(run)), 0)["data_us"], "0");
    }

    void operatorsHaveRuntimeCallsAndOperationsOfTheirOwn()
    {
        Run run;
        run.trace = test::traceOf("aten::linear 0-5000\n"
                                  "  aten::mm 1000-4000\n"
                                  "    launch 1500-2500 runtime\n"
                                  "gemm 3000-9000 t1 gpu0 kernel <launch\n");
        run.trace.shapes = {"[2, 3], [4, 3]", "[2, 3], [3, 4]"};
        run.trace.shape[0] = ShapeId(0);
        run.trace.shape[1] = ShapeId(1);
        const auto rows = readCsv(operatorsCsv(runStatistics(run, OperatorGrouping::ByOperator), run.trace));
        const auto mm = row(rows, 0);
        QCOMPARE(mm["operator"], "aten::mm");
        QCOMPARE(mm["self_us"], "2");
        QCOMPARE(mm["runtime_us"], "1");
        QCOMPARE(mm["total_us"], "3");
        QCOMPARE(mm["self_flops"], "48");
        QCOMPARE(mm["total_flops"], "48");
        QCOMPARE(row(rows, 1)["self_flops"], "0");
        QCOMPARE(row(rows, 1)["total_flops"], "48");
        QCOMPARE(row(rows, 1)["runtime_us"], "0");
    }

    void anEmptyRunHasHeadersOnly()
    {
        QCOMPARE(readCsv(stepsCsv(Run{})).size(), 1);
        QCOMPARE(readCsv(epochsCsv(Run{})).size(), 1);
        QCOMPARE(readCsv(samplesCsv(Run{})).size(), 1);
        QCOMPARE(readCsv(operatorsCsv({}, {})).size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestRunTables)
#include "test_run_tables.moc"
