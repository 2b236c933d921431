#include "core/import/imported_name.h"

#include "core/import/import_format.h"
#include "core/import/shared/imported_run.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace stepscope {

namespace {

constexpr std::string_view compressed = ".gz";

class NameEndings
{
public:
    NameEndings()
    {
        add(compressed);
        for (const ImportFormat& format : importFormats()) {
            addAll(format.patterns);
            addAll(format.innerPatterns);
        }
    }

    /// Each once, in the order in which a name leaves them out.
    const std::vector<std::string>& all() const { return m_all; }

private:
    /// Of patterns such as "*.json" and "*.json.gz"; others are no endings.
    void addAll(std::string_view patterns)
    {
        std::istringstream words{std::string(patterns)};
        for (std::string pattern; words >> pattern;) {
            if (pattern.ends_with(compressed))
                pattern.resize(pattern.size() - compressed.size());
            if (pattern.starts_with("*.") && pattern.find('*', 1) == std::string::npos)
                add(std::string_view(pattern).substr(1));
        }
    }

    void add(std::string_view ending)
    {
        if (std::ranges::find(m_all, ending) == m_all.end())
            m_all.emplace_back(ending);
    }

    std::vector<std::string> m_all;
};

} // namespace

std::string importedName(const std::filesystem::path& path)
{
    static const NameEndings endings;
    std::error_code ignored;
    const auto absolute = std::filesystem::absolute(path, ignored).lexically_normal();
    auto file =
        absolute.has_filename() ? absolute : absolute.parent_path(); // of a folder with a trailing slash
    if (isTensorBoardName(file) && file.parent_path().has_filename())
        return file.parent_path().filename().string();
    std::string name = file.filename().string();
    for (const std::string& ending : endings.all()) {
        if (name.ends_with(ending) && name.size() > ending.size())
            name.resize(name.size() - ending.size());
    }
    return name;
}

} // namespace stepscope
