#include "core/base/text/short_names.h"

namespace stepscope {

void ShortNames::add(const std::string& name)
{
    const auto [owner, isNew] = m_owners.try_emplace(m_shorten(name), Owner{name});
    if (!isNew && owner->second.name != name)
        owner->second.isOnly = false;
}

std::string ShortNames::of(const std::string& name) const
{
    auto shortened = m_shorten(name);
    const auto owner = m_owners.find(shortened);
    return owner == m_owners.end() || owner->second.isOnly ? shortened : name;
}

} // namespace stepscope
