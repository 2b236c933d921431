#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this is the start of an ONNX ModelProto: protocol buffers have no signature, so its fields must be
/// those of onnx.proto, with a format version and a graph.
bool isOnnxModel(std::string_view head);

/// Reads an ONNX model. The run has a graph and nothing else: see onnxGraph(). Values of parameters are not
/// read, whether they are in the file or in another one. A truncated file is read as far as it goes.
ImportedRun readOnnxModel(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
