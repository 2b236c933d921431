#pragma once

#include "core/base/files/temporary_folder.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "tests/core/run_file/sample_update.h"

#include <fstream>

namespace stepscope::test {

/// A folder with run files in it.
class LibraryOfRuns
{
public:
    std::filesystem::path path() const { return m_folder.path() / "runs"; }
    const std::filesystem::path& root() const { return m_folder.path(); }

    std::filesystem::path add(const std::string& name, int64_t startUnixMs, Experiment experiment = {},
                              RunOutcome outcome = RunOutcome::Finished) const
    {
        RunFileWriter writer(path() / (name + ".stepscope"), experiment);
        auto update = sampleUpdate(0, 10);
        update.startUnixMs = startUnixMs;
        update.endUnixMs = startUnixMs + 65'000;
        update.outcome = outcome;
        writer.write(update);
        writer.close();
        return writer.path();
    }

    std::filesystem::path addDamaged(const std::string& name) const
    {
        std::filesystem::create_directories(path());
        const auto file = path() / (name + ".stepscope");
        std::ofstream(file) << "no run, though it is named like one";
        return file;
    }

private:
    TemporaryFolder m_folder;
};

} // namespace stepscope::test
