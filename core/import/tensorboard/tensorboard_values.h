#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

/// The number in a TensorProto message (TensorFlow's tensor.proto); none if it does not contain exactly one
/// number.
std::optional<double> numberOfTensor(std::string_view tensor);

/// Adds the hyperparameters of a HParamsPluginData message (TensorBoard's plugin_data.proto), as name and
/// value.
void readHyperparameters(std::string_view pluginData, std::map<std::string, std::string>& to);

} // namespace stepscope
