#pragma once

#include "core/experiment/experiment_fields.h"

#include <CLI/CLI.hpp>

#include <deque>
#include <span>
#include <string>
#include <string_view>

namespace stepscope {

/// The experiment's flags on the command line, one for each field of the registry.
class ExperimentOptions
{
public:
    void addTo(CLI::App& command);
    /// The flags of the fields with these keys alone. `standard` has the values of those that are not given.
    void addTo(CLI::App& command, std::span<const std::string_view> keys, const Experiment& standard);

    /// `base` with the flags that were given over it. Throws Error.
    Experiment experiment(Experiment base) const;
    /// The experiment of the file, if one is named, with the flags that were given over it. Throws Error.
    Experiment experiment(const std::string& file) const;
    /// Whether a flag or the file says which data set.
    bool namesDataSet(const std::string& file) const;

private:
    struct Given
    {
        const ExperimentField* field = nullptr;
        CLI::Option* option = nullptr;
        std::string text;
        bool on = false;
    };

    void add(CLI::App& command, const ExperimentField& field, const Experiment& standard);
    bool isGiven(std::string_view key) const;

    std::deque<Given> m_given; // its elements stay where CLI11 writes them
};

} // namespace stepscope
