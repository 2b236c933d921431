#pragma once

#include "core/probe/torch_library.h"

#include <stddef.h>
#include <stdint.h>

namespace stepscope::probe {

struct ConvolutionPositions;

/// A hash of the shapes of all tensors among the inputs, and of what a convolution is told besides; 0 when
/// there are none. `convolution`: null for an operator that is not a convolution.
uint64_t hashOfShapes(Inputs inputs, const ConvolutionPositions* convolution);

/// The same as text, as the engine's ShapeTable writes it: "[64, 1, 28, 28], [32, 1, 3, 3]", a list of
/// tensors as "[[2, 3], [4]]", a convolution's arguments as "; stride [2, 2], padding [1, 1]" where they are
/// not the default. An undefined tensor is "[]". What does not fit ends with "...". Returns the length;
/// `text` ends with a zero.
size_t textOfShapes(Inputs inputs, const ConvolutionPositions* convolution, char* text, size_t bytes);

/// Writes the tensors among the values, those in lists included, as in the records Inputs and Outputs.
/// Returns how many words that takes; where these are more than `room`, nothing is to be read from `words`.
size_t describeTensors(Inputs values, uint64_t* words, size_t room);

/// Where SizesAndStrides is in a TensorImpl with the given sizes; 0: not found.
uint32_t findSizes(const void* tensor, const int64_t* sizes, uint32_t dimensions);

/// Whether these look like an operator's inputs, without trusting a pointer among them.
bool areReadable(Inputs inputs);

} // namespace stepscope::probe
