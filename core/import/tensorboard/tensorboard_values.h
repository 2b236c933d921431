#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

/// The one number of a TensorProto message (TensorFlow's tensor.proto); none when it holds several, none or
/// what is no number.
std::optional<double> numberOfTensor(std::string_view tensor);

/// Adds the hyperparameters of a HParamsPluginData message (TensorBoard's plugin_data.proto), as name and
/// value.
void readHyperparameters(std::string_view pluginData, std::map<std::string, std::string>& to);

} // namespace stepscope
