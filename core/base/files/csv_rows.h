#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stepscope {

/// Rows as CSV, with a header. `rows` is an array of objects with the same members, in the same order: texts,
/// numbers or null, which becomes an empty field. Empty for no rows.
std::string csvOfRows(const nlohmann::ordered_json& rows);

} // namespace stepscope
