#include "core/import/tensorboard/tensorboard_files.h"

#include "core/base/clock.h"
#include "core/base/text/format.h"
#include "core/import/shared/import_source.h"
#include "core/import/tensorboard/tensorboard_reader.h"
#include "core/import/tensorboard/tfrecord.h"
#include "core/language/translation.h"

#include <algorithm>
#include <fstream>
#include <system_error>

namespace stepscope {

namespace {

/// Reports progress to the importer's caller and checks for cancellation.
class Reporter
{
public:
    Reporter(const ImportOptions& options, int64_t allBytes)
        : m_options(options)
        , m_allBytes(allBytes)
    {
    }

    void report(int64_t bytesRead)
    {
        constexpr int64_t eventsBetween = 4096;
        if (++m_events % eventsBetween != 0)
            return;
        if (m_options.stop.stop_requested())
            throw ImportCanceled(translated("The import was canceled."));
        if (!m_options.progress)
            return;
        const double seconds = double(monotonicNs() - m_beganNs) / 1e9;
        const double left = bytesRead > 0 ? seconds * double(m_allBytes - bytesRead) / double(bytesRead) : -1;
        m_options.progress({.bytesRead = bytesRead, .fileBytes = m_allBytes, .secondsLeft = left});
    }

private:
    const ImportOptions& m_options;
    int64_t m_allBytes;
    int64_t m_beganNs = monotonicNs();
    int64_t m_events = 0;
};

int64_t sizeOf(const std::filesystem::path& path)
{
    std::error_code problem;
    const auto size = std::filesystem::file_size(path, problem);
    return problem ? 0 : int64_t(size);
}

} // namespace

TensorBoardFiles::TensorBoardFiles(std::filesystem::path path)
    : m_path(std::move(path))
{
}

void TensorBoardFiles::findFiles()
{
    const auto paths = std::filesystem::is_directory(m_path) ? eventFilesIn(m_path) : std::vector{m_path};
    for (const auto& path : paths) {
        if (std::ranges::find(m_files, path, &File::path) == m_files.end())
            m_files.emplace_back().path = path;
    }
}

bool TensorBoardFiles::readOn(const ImportOptions& options)
{
    findFiles();
    const int64_t before = m_log.events();
    for (File& file : m_files) {
        if (!file.isClosed)
            read(file, options);
    }
    return m_log.events() > before;
}

void TensorBoardFiles::read(File& file, const ImportOptions& options)
{
    const bool isFirst = file.contentBytes == 0;
    const int64_t size = sizeOf(file.path);
    if (!isFirst && size == file.fileBytes)
        return;
    if (size < file.offset) {
        file.damage = translated("it has been truncated");
        file.isClosed = true;
        return;
    }
    ImportSource source(file.path);
    std::ifstream rest;
    TfRecordReader::Read readBytes = [&](char* to, size_t bytes) { return source.read(to, bytes); };
    if (file.offset > 0) { // skipped in plain content
        rest.open(file.path, std::ios::binary);
        rest.seekg(file.offset);
        readBytes = [&](char* to, size_t bytes) {
            rest.read(to, std::streamsize(bytes));
            return size_t(rest.gcount());
        };
    }
    TfRecordReader records(readBytes, file.offset);
    Reporter reporter(options, source.fileBytes());
    while (const auto record = records.next()) {
        m_log.take(*record);
        reporter.report(source.isGzip() ? source.fileBytesRead() : records.offset());
    }
    file.offset = records.offset();
    file.fileBytes = source.fileBytes();
    file.contentBytes = std::max(source.isGzip() ? source.contentBytesRead() : file.fileBytes, int64_t(0));
    file.wrongChecksums += records.wrongChecksums();
    file.endsInRecord = records.endsInRecord();
    file.damage = source.damage().empty() ? records.damage() : source.damage();
    file.isClosed = source.isGzip() || !file.damage.empty();
}

int64_t TensorBoardFiles::fileBytes() const
{
    int64_t bytes = 0;
    for (const File& file : m_files)
        bytes += file.fileBytes;
    return bytes;
}

int64_t TensorBoardFiles::contentBytes() const
{
    int64_t bytes = 0;
    for (const File& file : m_files)
        bytes += file.contentBytes;
    return bytes;
}

std::vector<std::string> TensorBoardFiles::damages() const
{
    std::vector<std::string> sentences;
    for (const File& file : m_files) {
        const std::string name = file.path.filename().string();
        if (!file.damage.empty())
            sentences.push_back(translated(
                "{file} was read up to byte {position}: {reason}.",
                {{"file", name}, {"position", formatCount(file.offset)}, {"reason", file.damage}}));
        if (file.wrongChecksums > 0)
            sentences.push_back(translatedPlural(
                "{file}: one record with a wrong checksum was left out.",
                "{file}: {count} records with a wrong checksum were left out.", file.wrongChecksums,
                {{"file", name}, {"count", formatCount(file.wrongChecksums)}}));
    }
    return sentences;
}

std::vector<std::string> TensorBoardFiles::openEnds() const
{
    std::vector<std::string> sentences;
    for (const File& file : m_files) {
        if (file.damage.empty() && file.endsInRecord)
            sentences.push_back(translated(
                "{file} ends within a record, at byte {position}: it is cut short or still being written.",
                {{"file", file.path.filename().string()}, {"position", formatCount(file.fileBytes)}}));
    }
    return sentences;
}

} // namespace stepscope
