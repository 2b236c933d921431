#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace stepscope {

/// A failure that the user can act on. what() is one sentence that says what failed, where (file, line,
/// field) and what was expected; detail() has further information for experts and may be empty.
class Error : public std::runtime_error
{
public:
    explicit Error(const std::string& sentence, std::string detail = {})
        : std::runtime_error(sentence)
        , m_detail(std::move(detail))
    {
    }

    const std::string& detail() const { return m_detail; }

private:
    std::string m_detail;
};

/// A request that cannot be carried out as given: it names something that does not exist, contradicts itself,
/// or would replace existing files. Nothing has been changed. A command ends with exit code 2.
class UsageError : public Error
{
public:
    using Error::Error;
};

} // namespace stepscope
