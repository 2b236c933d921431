#pragma once

#include <CLI/CLI.hpp>

namespace stepscope {

/// Lets an option take one value each time it is given. Otherwise CLI11 lets that of a list also take the
/// arguments that follow: the call in `bench-op --range N=1,2 mm NxN NxN`.
inline CLI::Option* oneAtATime(CLI::Option* option)
{
    return option->allow_extra_args(false);
}

/// The same for values that are separated by commas.
inline CLI::Option* asList(CLI::Option* option)
{
    return oneAtATime(option)->delimiter(',');
}

} // namespace stepscope
