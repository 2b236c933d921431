#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace stepscope {

/// Two columns, of which the second one wraps; the two names of a switch are "--profile, --no-profile".
class HelpFormatter final : public CLI::Formatter
{
public:
    HelpFormatter();

    std::string make_option_name(const CLI::Option* option, bool isPositional) const override;
    std::string make_option(const CLI::Option* option, bool isPositional) const override;
};

} // namespace stepscope
