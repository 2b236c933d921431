#include "core/run_file/run_file_sums.h"

#include "core/base/error.h"
#include "core/base/files/zstd_pack.h"
#include "core/language/translation.h"
#include "core/run_file/run_file_schema.h"
#include "core/trace/trace_sums.h"

#include <algorithm>
#include <span>

namespace stepscope {

namespace {

constexpr auto unitKey = "trace_unit";
constexpr auto callsColumn = "calls";
constexpr int64_t firstBlock = 0;

} // namespace

void writeSums(SqliteDatabase& database, const Trace& trace)
{
    if (!isOfSums(trace))
        return;
    setMeta(database, unitKey, trace.unit);
    if (trace.empty() || trace.calls.size() != trace.size())
        return;
    const auto frame = zstdPack(std::as_bytes(std::span(trace.calls)));
    database.prepare("INSERT OR REPLACE INTO trace_columns VALUES (?, ?, ?)")
        .bind(0, firstBlock)
        .bind(1, std::string_view(callsColumn))
        .bindBlob(2, frame)
        .run();
}

void readSums(SqliteDatabase& database, Trace& trace)
{
    if (const auto unit = RunFileMeta(database).text(unitKey))
        trace.unit = *unit;
    auto column = database.prepare("SELECT frame FROM trace_columns WHERE block = ? AND name = ?");
    column.bind(0, firstBlock).bind(1, std::string_view(callsColumn));
    if (!column.step())
        return;
    std::vector<int64_t> calls(trace.size());
    zstdUnpack(column.blob(0), std::as_writable_bytes(std::span(calls)));
    constexpr int64_t most = int64_t(1) << 60;
    if (std::ranges::any_of(calls, [](int64_t count) { return count < 0 || count > most; }))
        throw Error(translated("the calls of the trace's events are damaged"));
    trace.calls = std::move(calls);
}

} // namespace stepscope
