#pragma once

#include "core/probe/torch_library.h"

#include <stddef.h>
#include <stdint.h>

namespace stepscope::probe {

struct ConvolutionPositions;

/// A hash of the shapes of all tensors among the inputs and of a convolution's other arguments; 0 if there
/// are no tensors. `convolution`: null for an operator that is not a convolution.
uint64_t hashOfShapes(Inputs inputs, const ConvolutionPositions* convolution);

/// The same as text, in the format of the engine's ShapeTable: "[64, 1, 28, 28], [32, 1, 3, 3]", a list of
/// tensors as "[[2, 3], [4]]", a convolution's arguments as "; stride [2, 2], padding [1, 1]" if they are not
/// the default. An undefined tensor is "[]". A text that does not fit ends with "...". Returns the length;
/// `text` ends with a zero.
size_t textOfShapes(Inputs inputs, const ConvolutionPositions* convolution, char* text, size_t bytes);

/// Writes the tensors among the values, including those in lists, as in the records Inputs and Outputs.
/// Returns the number of words needed; if it is larger than `room`, the content of `words` is invalid.
size_t describeTensors(Inputs values, uint64_t* words, size_t room);

/// The offset of SizesAndStrides in a TensorImpl with the given sizes; 0: not found.
uint32_t findSizes(const void* tensor, const int64_t* sizes, uint32_t dimensions);

/// Whether these look like an operator's inputs. No pointer among them is trusted.
bool areReadable(Inputs inputs);

} // namespace stepscope::probe
