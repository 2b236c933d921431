#pragma once

#include "core/engine/engine.h"

namespace stepscope {

EngineInfo readEngineInfo();

} // namespace stepscope
