#pragma once

#include <string>

namespace stepscope {

// What a recorded program says about its GPU, in the JSON with which it describes itself.

/// The device in PyTorch's notation: "cuda:1", or "cpu".
std::string deviceOfProgram(const std::string& description);

/// The program's GPU for SampledProcess::gpu: its PCI address or, if the program does not know it, its
/// number. Empty: none, or it is not known which one it is.
std::string sampledGpuOf(const std::string& description);

} // namespace stepscope
