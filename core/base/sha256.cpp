#include "core/base/sha256.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

namespace stepscope {

namespace {

void require(int result)
{
    if (result != 1)
        throw Error(translated("OpenSSL cannot compute a SHA-256 checksum on this system."));
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

} // namespace stepscope
