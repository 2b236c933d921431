#include "core/import/import.h"

#include "core/import/imported_name.h"
#include "core/import/shared/import_source.h"
#include "core/import/shared/imported_run.h"
#include "core/import/step_detection.h"
#include "core/import/tensorboard/tensorboard_reader.h"
#include "core/import/unsupported_format.h"
#include "core/language/translation.h"
#include "core/run/imported_facts.h"
#include "core/run_file/run_file_schema.h"
#include "core/trace/trace_sums.h"

#include <algorithm>
#include <system_error>

namespace stepscope {

namespace {

constexpr size_t headBytes = 1 << 20;

/// The first bytes of a file.
class FileBegin
{
public:
    explicit FileBegin(const std::filesystem::path& path)
        : m_name(path.filename().string())
        , m_content(headBytes, '\0')
    {
        ImportSource source(path);
        m_isGzip = source.isGzip();
        m_isEmpty = source.fileBytes() == 0;
        m_content.resize(source.read(m_content.data(), m_content.size()));
    }

    FileHead head() const
    {
        return {.raw = m_isGzip ? std::string_view() : m_content, .content = m_content, .name = m_name};
    }
    bool isEmpty() const { return m_isEmpty; }

private:
    std::string m_name;
    std::string m_content;
    bool m_isGzip = false;
    bool m_isEmpty = false;
};

const ImportFormat* formatOf(const FileBegin& begin)
{
    if (unsupportedFormatOf(begin.head()))
        return nullptr;
    const auto found = std::ranges::find_if(
        importFormats(), [&](const ImportFormat& format) { return format.recognizes(begin.head().content); });
    return found == importFormats().end() ? nullptr : &*found;
}

[[noreturn]] void refuse(const FileBegin& begin, const std::filesystem::path& path)
{
    if (begin.isEmpty())
        throw Error(translated("{file} is empty.", {{"file", path.string()}}));
    if (const auto* format = unreadableFormatOf(begin.head()))
        throw Error(unsupportedSentence(*format, path));
    throw Error(translated("{file} is not in a format that Stepscope reads. It reads {formats}.",
                           {{"file", path.string()}, {"formats", importFormatsText()}}));
}

void findSteps(ImportedRun& imported, const ImportOptions& options)
{
    Run& run = imported.run;
    const bool hasEvents = !run.trace.empty() && traceContents(run.trace).hasTimes;
    std::vector<std::string> sentences;
    if (!options.stepOn.empty()) {
        if (!hasEvents)
            throw Error(translated("{file} has no timed events to make steps from.",
                                   {{"file", imported.origin.file.string()}}));
        imported.log.takeBack(detectedStepsSentence(stepSourceOf(run), int64_t(run.trace.steps.size())));
        sentences = useStepsOn(run, options.stepOn);
    } else if (hasEvents && run.trace.steps.empty()) {
        if (auto detected = detectSteps(run.trace); !detected.steps.empty())
            sentences = setDetectedSteps(run, std::move(detected));
    }
    for (std::string& sentence : sentences)
        imported.log.find(std::move(sentence));
}

/// Reads a file or folder, and names the run.
ImportedRun readNamed(const ImportFormat& format, const std::filesystem::path& path, ImportOptions options)
{
    if (options.name.empty())
        options.name = importedName(path);
    ImportedRun imported = format.read(path, options);
    imported.origin.name = options.name;
    imported.run.experiment.network = options.name;
    return imported;
}

/// False if the path cannot be examined, for example circular links: opening it reports why.
const ImportFormat& formatOfFolders()
{
    return *std::ranges::find(importFormats(), true, &ImportFormat::readsFolders);
}

bool isFolder(const std::filesystem::path& path)
{
    std::error_code unknown;
    return std::filesystem::is_directory(path, unknown);
}

} // namespace

const ImportFormat* importFormatOf(const std::filesystem::path& path)
{
    if (isFolder(path))
        return eventFilesIn(path).empty() ? nullptr : &formatOfFolders();
    if (isRunFile(path))
        return nullptr;
    return formatOf(FileBegin(path));
}

bool isForImport(const std::filesystem::path& path)
{
    std::error_code unknown;
    const auto status = std::filesystem::status(path, unknown);
    if (!std::filesystem::is_regular_file(status))
        return std::filesystem::exists(status);
    return path.extension() != runFileSuffix && !isRunFile(path);
}

bool isUnsupported(const std::filesystem::path& path)
{
    std::error_code unknown;
    return std::filesystem::is_regular_file(path, unknown) && unsupportedFormatOf(FileBegin(path).head());
}

std::vector<ImportItem> importItems(const std::filesystem::path& path)
{
    if (!isFolder(path))
        return {{path, importedName(path)}};
    std::vector<ImportItem> items;
    const auto folder = path.has_filename() ? path : path.parent_path(); // without a trailing slash
    for (const auto& run : tensorBoardRunsIn(folder)) {
        const auto name = run.lexically_relative(folder);
        items.push_back({run, name == "." || name.empty() ? importedName(run) : name.generic_string()});
    }
    if (items.empty())
        throw Error(
            translated("{folder} is a folder without TensorBoard event files.", {{"folder", path.string()}}));
    return items;
}

ImportedRun importFile(const std::filesystem::path& path, const ImportOptions& options)
{
    if (isFolder(path)) {
        if (eventFilesIn(path).empty())
            throw Error(translated("{folder} is a folder without TensorBoard event files.",
                                   {{"folder", path.string()}}));
        return readNamed(formatOfFolders(), path, options);
    }
    std::error_code unknown; // ImportSource reports what is wrong with other paths
    if (std::filesystem::is_regular_file(path, unknown) && isRunFile(path)) {
        openRunFile(path); // reports what is wrong with a file that only has the name of a run file
        throw Error(translated(
            "{file} is a Stepscope run file and needs no import: open it directly, or use `stepscope show`.",
            {{"file", path.string()}}));
    }
    const FileBegin begin(path);
    const auto* format = formatOf(begin);
    if (!format)
        refuse(begin, path);
    ImportedRun imported = readNamed(*format, path, options);
    findSteps(imported, options);
    return imported;
}

} // namespace stepscope
