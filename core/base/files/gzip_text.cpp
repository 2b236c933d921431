#include "core/base/files/gzip_text.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace stepscope {

std::string gzipped(std::string_view bytes)
{
    constexpr int gzipFormat = 16; // added to the window's bits
    z_stream stream{};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzipFormat, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw Error(translated("There is not enough memory to compress the file."));
    std::string packed;
    char room[1 << 15];
    int status = Z_OK;
    while (status == Z_OK) {
        if (stream.avail_in == 0 && !bytes.empty()) {
            const auto part = bytes.substr(0, std::numeric_limits<uInt>::max());
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
            stream.avail_in = uInt(part.size());
            bytes.remove_prefix(part.size());
        }
        stream.next_out = reinterpret_cast<Bytef*>(room);
        stream.avail_out = sizeof(room);
        status = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
        packed.append(room, sizeof(room) - stream.avail_out);
    }
    deflateEnd(&stream);
    return packed;
}

} // namespace stepscope
