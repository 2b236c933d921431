#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>
#include <utility>

namespace stepscope {

/// A setting of an experiment that is not allowed, or contradicts others, with the field where it can be
/// corrected.
class FieldError : public Error
{
public:
    /// The key is that of an ExperimentField, whose text outlives the error.
    FieldError(std::string_view key, const std::string& sentence, std::string detail = {})
        : Error(sentence, std::move(detail))
        , m_key(key)
    {
    }

    std::string_view key() const { return m_key; }

private:
    std::string_view m_key;
};

} // namespace stepscope
