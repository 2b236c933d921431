#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>
#include <string>

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

/// Accepts numbers from `least` to `most`. CLI::Range accepts "nan", too.
CLI::Validator numberRange(double least, double most);

/// Throws UsageError if a file that is to be written is the one that was read. `output` may be empty.
void refuseOverwriting(const std::string& output, const std::filesystem::path& input);

} // namespace stepscope
