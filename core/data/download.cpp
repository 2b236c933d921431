#include "core/data/download.h"

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/system_reason.h"
#include "core/language/translation.h"

#include <curl/curl.h>

#include <array>
#include <cstdio>
#include <dlfcn.h>
#include <memory>

namespace stepscope {

namespace {

/// libcurl, opened at the first use.
struct Curl
{
    decltype(&::curl_global_init) globalInit = nullptr;
    decltype(&::curl_easy_init) easyInit = nullptr;
    decltype(&::curl_easy_cleanup) easyCleanup = nullptr;
    decltype(&::curl_easy_perform) easyPerform = nullptr;
    decltype(&::curl_easy_strerror) easyStrerror = nullptr;
    decltype(&(::curl_easy_setopt)) easySetopt = nullptr;
    decltype(&(::curl_easy_getinfo)) easyGetinfo = nullptr;

    /// Throws Error when it is missing.
    static const Curl& get()
    {
        static const Curl curl;
        return curl;
    }

private:
    Curl()
    {
        void* library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL); // never closed: it keeps threads
        const auto find = [&](const char* name, auto& function) {
            function =
                library ? reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name))
                        : nullptr;
            if (!function)
                throw Error(translated("libcurl cannot be used"));
        };
        find("curl_global_init", globalInit);
        find("curl_easy_init", easyInit);
        find("curl_easy_cleanup", easyCleanup);
        find("curl_easy_perform", easyPerform);
        find("curl_easy_strerror", easyStrerror);
        find("curl_easy_setopt", easySetopt);
        find("curl_easy_getinfo", easyGetinfo);
        globalInit(CURL_GLOBAL_DEFAULT);
    }
};

struct Transfer
{
    std::FILE* file;
    int64_t limitBytes;
    const std::function<void(int64_t, int64_t)>& progress;
    std::stop_token stop;
    int64_t bytes = 0;
    Sha256 sum = {};
    std::string failure; ///< failures that libcurl does not know the reason of
};

size_t writePiece(const char* data, size_t, size_t size, void* context)
{
    auto& transfer = *static_cast<Transfer*>(context);
    transfer.bytes += int64_t(size);
    if (transfer.bytes > transfer.limitBytes)
        transfer.failure = translated("it sent more data than the file has");
    else if (std::fwrite(data, 1, size, transfer.file) != size)
        transfer.failure = systemReason();
    else
        transfer.sum.add({data, size});
    return transfer.failure.empty() ? size : 0;
}

int reportProgress(void* context, curl_off_t total, curl_off_t now, curl_off_t, curl_off_t)
{
    auto& transfer = *static_cast<Transfer*>(context);
    if (transfer.stop.stop_requested())
        return 1;
    if (transfer.progress)
        transfer.progress(now, total);
    return 0;
}

std::string reasonOf(CURLcode result, CURL* curl, const Transfer& transfer, const char* message)
{
    if (transfer.stop.stop_requested())
        return translated("it was canceled");
    if (!transfer.failure.empty())
        return transfer.failure;
    if (result == CURLE_HTTP_RETURNED_ERROR) {
        long status = 0;
        Curl::get().easyGetinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        return translated("it answered with status {status}", {{"status", std::to_string(status)}});
    }
    if (result == CURLE_COULDNT_RESOLVE_HOST)
        return translated("its host name could not be resolved");
    if (result == CURLE_OPERATION_TIMEDOUT)
        return translated("it was too slow or did not answer");
    return *message ? message : Curl::get().easyStrerror(result);
}

} // namespace

std::string download(const std::string& url, const std::filesystem::path& file, int64_t limitBytes,
                     const std::function<void(int64_t, int64_t)>& progress, std::stop_token stop)
{
    const auto& library = Curl::get();
    const std::unique_ptr<CURL, void (*)(CURL*)> curl(library.easyInit(), library.easyCleanup);
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(std::fopen(file.c_str(), "wbe"), std::fclose);
    if (!curl || !output)
        throw Error(output ? translated("libcurl cannot be used") : systemReason());

    Transfer transfer{output.get(), limitBytes, progress, std::move(stop)};
    std::array<char, CURL_ERROR_SIZE> message{};
    const auto set = [&](auto option, auto value) { library.easySetopt(curl.get(), option, value); };
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_ERRORBUFFER, message.data());
    set(CURLOPT_PROTOCOLS_STR, "https,http,file");
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_FAILONERROR, 1L);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_CONNECTTIMEOUT, 5L);
    set(CURLOPT_LOW_SPEED_LIMIT, 1000L);
    set(CURLOPT_LOW_SPEED_TIME, 15L);
    set(CURLOPT_USERAGENT, "Stepscope/" STEPSCOPE_VERSION);
    set(CURLOPT_WRITEFUNCTION, &writePiece);
    set(CURLOPT_WRITEDATA, &transfer);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &reportProgress);
    set(CURLOPT_XFERINFODATA, &transfer);
    const auto result = library.easyPerform(curl.get());
    if (result != CURLE_OK)
        throw Error(reasonOf(result, curl.get(), transfer, message.data()));
    if (std::fclose(output.release()) != 0)
        throw Error(systemReason());
    return transfer.sum.finish();
}

} // namespace stepscope
