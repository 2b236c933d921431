#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace stepscope {

// What is wrong with arguments, in one sentence. CLI11's own messages are not sentences.

std::string needsValueText(const std::string& option);
std::string givenTwiceText(const std::string& option);

/// CLI11's message, as a sentence.
std::string sentenceOf(const CLI::ParseError& problem);

/// Throws UsageError about an argument that the command did not accept, with the name that may have been
/// meant.
[[noreturn]] void refuseArgument(const CLI::App& command, const std::string& argument);

/// No option has the value "--", which separates the options from what follows them, nor an option that
/// follows it, unless it is given as one argument, "--title=--draft"; only one of a setting has an empty
/// value. Switches have no value. A file or folder to write is not called "-", which other programs take for
/// standard output, except that of `export --out`: that is a UsageError, thrown while the arguments are
/// parsed. `arguments` are those of the program.
void refuseOptionsAsValues(CLI::App& command, const std::vector<std::string>& arguments);

} // namespace stepscope
