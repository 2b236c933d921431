#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace stepscope {

/// SHA-256 of data that arrives in pieces. All functions but the destructor and moving throw Error when
/// OpenSSL fails.
class Sha256
{
public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;

    void add(std::string_view piece);
    /// 64 lower-case hexadecimal digits. No data can be added afterwards.
    std::string finish();

private:
    struct Free
    {
        void operator()(evp_md_ctx_st* context) const;
    };
    std::unique_ptr<evp_md_ctx_st, Free> m_context;
};

/// 64 lower-case hexadecimal digits. Throws Error when OpenSSL fails.
std::string sha256(std::string_view content);

} // namespace stepscope
