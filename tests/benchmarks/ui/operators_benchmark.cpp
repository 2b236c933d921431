// The cost of a click on a header of the operator table with a million rows, including model, selection and
// painting, compared with the same rows in a QSortFilterProxyModel.

#include "tests/benchmarks/ui/window_benchmark.h"
#include "ui/operators/operators_table.h"

#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <fmt/format.h>

#include <random>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

constexpr uint32_t names = 4000;
constexpr QSize screen(1920, 1080);

const Trace& namedTrace(uint32_t rows)
{
    static Trace trace;
    while (trace.names.size() < names)
        trace.names.intern(fmt::format("aten::operator_{}", trace.names.size()));
    while (trace.shapes.size() < rows / names + 1)
        trace.shapes.push_back(fmt::format("[64, {}, 28, 28], [32, 1, 3, 3]", trace.shapes.size()));
    return trace;
}

/// Rows by operator and shape.
OperatorStatistics manyRows(uint32_t rows)
{
    OperatorStatistics statistics;
    statistics.grouping = OperatorGrouping::ByOperatorAndShape;
    statistics.hasCalls = true;
    std::mt19937 random(3);
    for (uint32_t i = 0; i < rows; ++i) {
        OperatorRow row;
        row.name = NameId(i % names);
        row.shape = ShapeId(i / names);
        row.shapes = 1;
        row.pass = Pass(random() % 6);
        row.calls = 1 + random() % 1000;
        row.selfNs = random();
        row.totalNs = row.selfNs + random();
        row.meanNs = double(row.totalNs) / double(row.calls);
        row.spread.p95Ns = row.meanNs * 1.5;
        statistics.selfNs += row.selfNs;
        statistics.rows.push_back(row);
    }
    return statistics;
}

/// Alternates between descending and ascending figures.
void sortBy(benchmark::State& state, QTableView& table, OperatorColumn column)
{
    table.resize(screen);
    table.show();
    table.selectRow(5);
    QImage image(screen, QImage::Format_RGB32);
    bool isFalling = false;
    for (auto _ : state) {
        isFalling = !isFalling;
        table.sortByColumn(int(column), isFalling ? Qt::DescendingOrder : Qt::AscendingOrder);
        QCoreApplication::processEvents();
        table.viewport()->render(&image);
    }
}

void sortTheTable(benchmark::State& state, OperatorColumn column)
{
    OperatorsModel model;
    OperatorsTable table(&model);
    const auto rows = uint32_t(state.range(0));
    model.setStatistics(manyRows(rows), &namedTrace(rows));
    sortBy(state, table, column);
}

void sortAProxyOfIt(benchmark::State& state, OperatorColumn column)
{
    OperatorsModel model;
    const auto rows = uint32_t(state.range(0));
    model.setStatistics(manyRows(rows), &namedTrace(rows));
    QSortFilterProxyModel proxy;
    proxy.setSourceModel(&model);
    proxy.setSortRole(OperatorsModel::FigureRole);
    QTableView table;
    table.setModel(&proxy);
    sortBy(state, table, column);
}

constexpr int64_t million = 1'000'000;

BENCHMARK_CAPTURE(sortTheTable, by_self_time, OperatorColumn::SelfTime)
    ->Arg(million)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sortTheTable, by_calls, OperatorColumn::Calls)->Arg(million)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sortTheTable, by_name, OperatorColumn::Name)->Arg(million)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sortTheTable, by_shape, OperatorColumn::Shapes)
    ->Arg(million)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sortAProxyOfIt, by_self_time, OperatorColumn::SelfTime)
    ->Arg(million)
    ->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    return stepscope::benchmarks::runWindowBenchmarks(argc, argv);
}
