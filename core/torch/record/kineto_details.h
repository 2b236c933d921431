#pragma once

#include "core/torch/record/device_activities.h"

#include <string_view>

namespace stepscope {

/// Adds details from Kineto's JSON trace to the activities: bytes, grid and block, registers, shared memory,
/// estimated occupancy; and the devices. A trace that cannot be read adds nothing.
void addKinetoDetails(std::string_view json, DeviceActivities& to);

} // namespace stepscope
