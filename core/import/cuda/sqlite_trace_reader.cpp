#include "core/import/cuda/sqlite_trace_reader.h"

#include "core/import/cuda/nsight_tables.h"
#include "core/import/cuda/nvprof_tables.h"
#include "core/import/events/trace_builder.h"
#include "core/import/shared/import_source.h"
#include "core/import/shared/imported_run.h"
#include "core/language/translation.h"

namespace stepscope {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view sqliteMagic = "SQLite format 3\0"sv;

struct Content
{
    ImportedEvents events;
    TraceHeader header;
    std::string format;
    int64_t sessionUnixNs = 0;
};

Content readTables(const std::filesystem::path& path, const ImportOptions& options, ImportLog& log)
{
    ImportTables tables(path, options, log);
    CudaEvents events(log);
    Content content;
    if (isNvprofFile(tables)) {
        content.format = translated("nvprof SQLite file");
        content.header.isForwardByDefault = NvprofTables(tables, events).read();
    } else if (isNsightExport(tables)) {
        content.format = translated("Nsight Systems SQLite export");
        NsightTables reader(tables, events);
        content.header.isForwardByDefault = reader.read();
        content.sessionUnixNs = reader.sessionUnixNs();
    } else {
        throw Error(translated("it is an SQLite file without the tables of Nsight Systems or nvprof"));
    }
    content.events = events.take(content.header);
    return content;
}

} // namespace

bool isSqliteTrace(std::string_view head)
{
    return head.starts_with(sqliteMagic);
}

ImportedRun readSqliteTrace(const std::filesystem::path& path, const ImportOptions& options)
{
    const ImportSource source(path);
    if (source.isGzip())
        throw Error(translated("Cannot import {file}: it is a compressed SQLite file; decompress it first.",
                               {{"file", path.string()}}));
    ImportLog log;
    Content content;
    try {
        content = readTables(path, options, log);
    } catch (const ImportCanceled&) {
        throw;
    } catch (const Error& error) {
        throw Error(translated("Cannot import {file}: {reason}.",
                               {{"file", path.string()}, {"reason", error.what()}}));
    }
    auto built = buildTrace(std::move(content.events), content.header, options);
    log.add(built.log);
    ImportOrigin origin{.file = path,
                        .format = content.format,
                        .fileBytes = source.fileBytes(),
                        .contentBytes = source.fileBytes()};
    origin.devices = content.header.devices;
    constexpr int64_t year2000Ns = 946'684'800'000'000'000;
    constexpr int64_t latestNs = 4'000'000'000'000'000'000;
    const int64_t firstNs = content.header.baseNs + built.firstNs;
    const bool isSessionSound = content.sessionUnixNs > 0 && content.sessionUnixNs < latestNs;
    if (firstNs > year2000Ns)
        origin.firstUnixNs = firstNs;
    else if (isSessionSound)
        origin.firstUnixNs = content.sessionUnixNs + firstNs;
    return importedRun(std::move(built.trace), std::move(origin), std::move(log));
}

} // namespace stepscope
