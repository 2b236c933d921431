#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this is the start of a zip archive, the format of PyTorch models, or of a file of PyTorch before
/// 1.6.
bool isTorchModel(std::string_view head);

/// Reads a TorchScript model from its archive, without executing anything and without LibTorch. The run has a
/// graph and nothing else. The modules with their types and parameters come from the pickled object, the
/// operators from the source code of its forward method (see addForward()).
///
/// Throws Error for other archives and for a file that holds parameters without code (a state_dict, a
/// checkpoint, a pickled nn.Module); the message describes its content.
ImportedRun readTorchModel(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
