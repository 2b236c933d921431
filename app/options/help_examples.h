#pragma once

#include <initializer_list>
#include <string>

namespace stepscope {

/// The end of a command's help: its examples, and a text below them.
std::string helpExamples(std::initializer_list<std::string> examples, const std::string& text = {});

} // namespace stepscope
