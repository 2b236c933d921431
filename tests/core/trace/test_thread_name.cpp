#include "core/trace/operators/operator_statistics.h"
#include "core/trace/thread_name.h"

#include <QTest>

using namespace stepscope;

class TestThreadName : public QObject
{
    Q_OBJECT

    static QStringList names(const Trace& trace, std::string (*nameOf)(const Trace&, const TraceThread&))
    {
        QStringList names;
        for (const TraceThread& thread : trace.threads)
            names << QString::fromStdString(nameOf(trace, thread));
        return names;
    }

private Q_SLOTS:
    void threadsWithTheSameNameHaveTheirIds()
    {
        Trace trace;
        trace.threads = {{.id = 11, .name = "python", .process = 1},
                         {.id = 12, .name = "python", .process = 1},
                         {.id = 13, .name = "python", .process = 2},
                         {.id = 14, .name = "loader", .process = 1},
                         {.id = 14, .name = "loader", .process = 1, .device = 0}};
        QCOMPARE(names(trace, nameInProcess),
                 QStringList({"python (11)", "python (12)", "python", "loader", "loader"}));
        QCOMPARE(names(trace, nameInTrace),
                 QStringList({"python (11)", "python (12)", "python (13)", "loader", "loader"}));
    }

    void ranksWithTheSameIdsHaveTheirNumbers()
    {
        Trace trace;
        trace.threads = {{.id = 20, .name = "python", .process = 1},
                         {.id = 20, .name = "python", .process = 2},
                         {.id = 21, .name = "python", .process = 2}};
        QCOMPARE(names(trace, nameInProcess), QStringList({"python", "python (20)", "python (21)"}));
        QCOMPARE(names(trace, nameInTrace), QStringList({"python (1: 20)", "python (2: 20)", "python (21)"}));
    }

    void operatorsByThreadNameThemSo()
    {
        Trace trace;
        trace.threads = {{.id = 11, .name = "python"}, {.id = 12, .name = "python"}};
        for (const uint32_t thread : {0U, 1U})
            trace.append({.durationNs = 10, .name = trace.names.intern("f"), .thread = ThreadId(thread)});
        const OperatorStatistics statistics = operatorStatistics(trace, OperatorGrouping::ByThread);
        QStringList titles;
        for (const OperatorRow& row : statistics.rows) {
            titles << QString::fromStdString(operatorRowTitle(statistics, row, trace));
            QCOMPARE(operatorRowName(statistics, row, trace), titles.last().toStdString());
        }
        titles.sort();
        QCOMPARE(titles, QStringList({"python (11)", "python (12)"}));
    }
};

QTEST_APPLESS_MAIN(TestThreadName)
#include "test_thread_name.moc"
