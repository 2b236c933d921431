#pragma once

#include <string>
#include <unordered_map>

namespace stepscope {

/// Short forms of the names in a table. A name stays as it is where its short form is that of another name,
/// too.
class ShortNames
{
public:
    using Shorten = std::string (*)(const std::string& name);

    explicit ShortNames(Shorten shorten)
        : m_shorten(shorten)
    {
    }

    /// Call it for each name of the table before of().
    void add(const std::string& name);
    std::string of(const std::string& name) const;

private:
    struct Owner
    {
        std::string name;
        bool isOnly = true;
    };

    Shorten m_shorten;
    std::unordered_map<std::string, Owner> m_owners; ///< by short form
};

} // namespace stepscope
