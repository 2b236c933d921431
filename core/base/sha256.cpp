#include "core/base/sha256.h"

#include "core/base/error.h"
#include "core/base/file_descriptor.h"
#include "core/base/system_reason.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <vector>

namespace stepscope {

namespace {

void require(int result)
{
    if (result != 1)
        throw Error("OpenSSL cannot compute a SHA-256 checksum on this system.");
}

} // namespace

Sha256::Sha256()
    : m_context(EVP_MD_CTX_new())
{
    require(m_context ? 1 : 0);
    require(EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr));
}

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::Free::operator()(evp_md_ctx_st* context) const
{
    EVP_MD_CTX_free(context);
}

void Sha256::add(std::string_view piece)
{
    require(EVP_DigestUpdate(m_context.get(), piece.data(), piece.size()));
}

std::string Sha256::finish()
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    require(EVP_DigestFinal_ex(m_context.get(), digest.data(), &length));
    std::string text;
    for (unsigned int i = 0; i < length; ++i)
        text += fmt::format("{:02x}", digest[i]);
    return text;
}

std::string sha256(std::string_view content)
{
    Sha256 sum;
    sum.add(content);
    return sum.finish();
}

std::string sha256OfFile(const std::filesystem::path& file)
{
    const FileDescriptor input(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    std::vector<char> buffer(1 << 18);
    Sha256 sum;
    ssize_t count = input.isOpen() ? 1 : -1;
    while (count > 0) {
        count = ::read(input.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            count = 1;
        else if (count > 0)
            sum.add({buffer.data(), size_t(count)});
    }
    if (count < 0)
        throw Error(fmt::format("Cannot read {}: {}.", file.string(), systemReason()));
    return sum.finish();
}

} // namespace stepscope
