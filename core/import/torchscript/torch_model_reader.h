#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this is the begin of a zip archive, as PyTorch saves models, or of a file of PyTorch before 1.6.
bool isTorchModel(std::string_view head);

/// Reads a TorchScript model, from its archive alone: nothing of it is executed, and LibTorch takes no part.
/// The run has a graph and nothing else. The modules with their types and parameters come from the pickled
/// object, the operators from the source code of its forward method (see addForward()).
///
/// Throws Error for a file that holds parameters without code (a state_dict, a checkpoint, a pickled
/// nn.Module), saying what it holds, and for other archives.
ImportedRun readTorchModel(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
