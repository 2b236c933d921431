#pragma once

#include <string>
#include <string_view>

namespace stepscope {

/// A trace's description of a convolution's inputs as one text: the operator's name, the JSON list of its
/// inputs' shapes ("Input Dims") and that of its other arguments ("Concrete Inputs"; empty if the trace has
/// none).
std::string convolutionInputs(std::string_view name, std::string_view shapes, std::string_view values);

/// "[64, 1, 28, 28], [32, 1, 3, 3], [32]; stride [2, 2]" of such a text, as operatorInputs() reads it. If the
/// list of shapes has a place for each argument but their values are missing, "stride [?]" and the like mark
/// them as not known.
std::string convolutionText(std::string_view inputs);

} // namespace stepscope
