#pragma once

#include "core/base/error.h"

#include <string>

namespace stepscope::test {

/// The sentence of the Error that an action throws.
template<typename Action>
std::string failureOf(Action&& action)
{
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "it did not fail";
}

} // namespace stepscope::test
