#include "core/report/lab_report.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/subfolder.h"
#include "core/language/translation.h"
#include "core/report/lab_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <system_error>

namespace stepscope {

namespace fs = std::filesystem;

namespace {

constexpr double pictureWidth = 760;
constexpr double pictureScale = 2; // sharp in print

/// Writes the files of one report and remembers which could not be written, and why.
class ReportFiles
{
public:
    explicit ReportFiles(const fs::path& folder)
        : m_folder(folder)
    {
    }

    template<typename Write>
    void file(const std::string& name, const Write& write)
    {
        try {
            const auto path = m_folder / name;
            if (path.parent_path() != m_folder)
                makeSubfolder(path.parent_path());
            write(path);
        } catch (const std::exception& error) {
            problem(name, error.what());
        }
    }

    void text(const std::string& name, const std::string& content)
    {
        file(name, [&](const fs::path& path) { writeFileAtomically(path, content); });
    }

    std::vector<std::string> problems;

private:
    void problem(const std::string& name, const std::string& reason)
    {
        problems.push_back(
            translated("{file} could not be written: {problem}", {{"file", name}, {"problem", reason}}));
    }

    fs::path m_folder;
};

void writePicture(ReportFiles& files, const DocumentFigure& figure, PicturePainter* painter)
{
    const auto name = "pictures/" + figure.id + (painter ? ".png" : ".svg");
    if (!painter) {
        const auto& svg = figure.svg;
        files.text(name, svg.empty() ? chartSvg(figure.chart, {.width = pictureWidth}) : svg);
    } else if (!figure.png.empty()) {
        files.text(name, figure.png);
    } else {
        const auto svg = figure.svg.empty() ? chartSvg(figure.chart, {.width = pictureWidth}) : figure.svg;
        files.file(name, [&](const fs::path& path) { painter->paintSvg(svg, path, pictureScale); });
    }
}

constexpr std::array<const char*, 2> pages = {reportPageName, "report.md"};
constexpr std::array<const char*, 2> subfolders = {"pictures", "tables"};

/// Removes the files of an earlier report, so that none remain among the new ones: those that its Markdown
/// refers to, and nothing else in the folder.
void removeReport(const fs::path& folder)
{
    std::error_code ignored;
    std::string markdown;
    try {
        markdown = readFile(folder / pages[1]);
    } catch (const Error&) {
    }
    for (const auto* subfolder : subfolders) {
        const auto begin = fmt::format("]({}/", subfolder);
        for (auto at = markdown.find(begin); at != std::string::npos; at = markdown.find(begin, at + 1)) {
            const auto nameAt = at + begin.size();
            const auto name = markdown.substr(nameAt, markdown.find(')', nameAt) - nameAt);
            if (name.find('/') == std::string::npos && name != "..")
                fs::remove(folder / subfolder / name, ignored);
        }
    }
    for (const auto* page : pages)
        fs::remove(folder / page, ignored);
}

} // namespace

bool holdsLabReport(const fs::path& folder)
{
    return std::ranges::any_of(pages, [&](const char* page) {
        std::error_code ignored;
        return fs::exists(folder / page, ignored);
    });
}

void refuseLinkedReportFolders(const fs::path& folder)
{
    for (const auto* subfolder : subfolders)
        refuseLinkedFolder(folder / subfolder);
}

void prepareLabReportFolder(const fs::path& folder, bool force)
{
    if (folder.empty())
        throw Error(translated("The name of the report folder is empty."));
    std::error_code problem;
    if (fs::exists(folder, problem) && !fs::is_directory(folder, problem))
        throw Error(
            translated("{folder} is a file, but the report needs a folder.", {{"folder", folder.string()}}));
    refuseLinkedReportFolders(folder);
    makeFolder(folder);
    const bool holdsOne = holdsLabReport(folder);
    if (holdsOne && !force)
        throw UsageError(
            translated("The folder {folder} already contains a report. Choose another folder, or "
                       "use --force to replace it.",
                       {{"folder", folder.string()}}));
    checkFolderWritable(folder);
    if (holdsOne)
        removeReport(folder);
}

std::vector<std::string> writeLabReport(const LabReportInput& input, const fs::path& folder,
                                        PicturePainter* painter, const LayoutProgress& progress)
{
    ReportFiles files(folder);
    if (const auto problem = painter ? painter->problem() : std::string(); !problem.empty()) {
        files.problems.push_back(
            translated("The pictures of report.md are SVG, not PNG: {problem}", {{"problem", problem}}));
        painter = nullptr;
    }
    const LabFigures figures(input);
    const auto document = labDocument(input, figures, progress);
    for (const auto& block : document.blocks) {
        if (const auto* table = std::get_if<DocumentTable>(&block))
            files.text("tables/" + table->id + ".csv", tableCsv(*table));
        if (const auto* pictures = std::get_if<DocumentFigures>(&block)) {
            for (const auto& figure : pictures->figures)
                writePicture(files, figure, painter);
        }
    }
    files.text("report.md", documentMarkdown(document, painter ? ".png" : ".svg"));
    files.text(reportPageName, documentHtml(document));
    auto problems = figures.problems;
    problems.insert(problems.end(), document.problems.begin(), document.problems.end());
    problems.insert(problems.end(), files.problems.begin(), files.problems.end());
    return problems;
}

} // namespace stepscope
