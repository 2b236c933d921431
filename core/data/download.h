#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

namespace stepscope {

/// Downloads into a file. Returns the SHA-256 of its content. Gives up when no connection is made within 5 s,
/// when less than 1 kB/s arrives for 15 s, when there is more than `limitBytes`, or when stopped. `progress`
/// gets the bytes so far and in total (0: not known). Throws Error with only the reason, as a part of a
/// sentence: "Couldn't resolve host name".
std::string download(const std::string& url, const std::filesystem::path& file, int64_t limitBytes,
                     const std::function<void(int64_t, int64_t)>& progress, std::stop_token stop);

} // namespace stepscope
