#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this is the begin of a ModelProto of ONNX: protocol buffers have no signature, so its fields must
/// be those of onnx.proto, with a version of the format and a graph.
bool isOnnxModel(std::string_view head);

/// Reads an ONNX model. The run has a graph and nothing else: see onnxGraph(). Values of parameters are not
/// looked at, whether they lie in the file or beside it. Of a file that is cut short what comes before is
/// read.
ImportedRun readOnnxModel(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
