#include "tests/benchmarks/kineto_file.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <array>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace stepscope {

namespace {

constexpr int64_t baseUs = 4'203'669'603'018;
constexpr int process = 597'913;
constexpr int backwardThread = 598'009;

constexpr std::array operators = {"aten::conv2d",     "aten::convolution", "aten::batch_norm",
                                  "aten::relu_",      "aten::max_pool2d",  "aten::linear",
                                  "aten::add_",       "aten::copy_",       "aten::empty_strided",
                                  "aten::clamp_min_", "aten::_to_copy",    "aten::mul_"};
constexpr std::array kernels = {
    "void cudnn::bn_fw_tr_1C11_kernel_NCHW<float, float, 512, true, 1>(cudnnTensorStruct, float const*, "
    "cudnnTensorStruct, float*, float const*, float const*, float, float, float*, float*, float*, float*, "
    "float, "
    "float)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
    "namespace)::launch_clamp_scalar("
    "at::TensorIteratorBase&, c10::Scalar, c10::Scalar, "
    "at::native::detail::ClampLimits)::{lambda()#1}::operator()() "
    "const::{lambda()#7}::operator()() const::{lambda(float)#1}, at::detail::Array<char*, 2> >(int, "
    "at::native::(anonymous namespace)::launch_clamp_scalar(at::TensorIteratorBase&, c10::Scalar, "
    "c10::Scalar, "
    "at::native::detail::ClampLimits)::{lambda()#1}::operator()() const::{lambda()#7}::operator()() "
    "const::{lambda(float)#1}, at::detail::Array<char*, 2>)",
    "cutlass_80_tensorop_s1688gemm_64x64_32x4_nt_align4", "ampere_sgemm_128x64_tn"};

class KinetoFile
{
public:
    KinetoFile(const std::filesystem::path& path, int64_t bytes)
        : m_file(path, std::ios::binary)
        , m_wanted(bytes)
    {
    }

    int64_t write()
    {
        print(R"(
{{
  "schemaVersion": 1,
  "deviceProperties": [
    {{
      "id": 0, "name": "NVIDIA A100-SXM4-80GB", "totalGlobalMem": 84987740160,
      "computeMajor": 8, "computeMinor": 0,
      "maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": 2048,
      "regsPerBlock": 65536, "warpSize": 32,
      "sharedMemPerBlock": 49152, "numSms": 108
    }}
  ],
  "record_shapes": 1,
  "traceEvents": [
)");
        for (int64_t step = 0; m_written < m_wanted; ++step)
            writeStep(step);
        print(R"(  {{
    "name": "Record Window End", "ph": "i", "s": "g",
    "pid": "", "tid": "", "ts": {}.756
  }}
  ],
  "traceName": "trace.json",
  "displayTimeUnit": "ms",
  "baseTimeNanoseconds": 1735632360000000000
}}
)",
              m_nowNs / 1000);
        flush();
        return m_events;
    }

private:
    template<typename... Values>
    void print(fmt::format_string<Values...> format, Values&&... values)
    {
        fmt::format_to(std::back_inserter(m_buffer), format, std::forward<Values>(values)...);
        if (m_buffer.size() > 1 << 20)
            flush();
    }

    void flush()
    {
        m_file.write(m_buffer.data(), std::streamsize(m_buffer.size()));
        m_written += int64_t(m_buffer.size());
        m_buffer.clear();
    }

    void begin(const char* category, const char* name, int onProcess, int thread, int64_t startNs, int64_t ns)
    {
        ++m_events;
        print("  {{\n    \"ph\": \"X\", \"cat\": \"{}\", \"name\": \"{}\", \"pid\": {}, \"tid\": {},\n"
              "    \"ts\": {}.{:03}, \"dur\": {}.{:03},\n    \"args\": {{\n",
              category, name, onProcess, thread, baseUs + startNs / 1000, startNs % 1000, ns / 1000,
              ns % 1000);
    }
    void end() { print("\n    }}\n  }},\n"); }

    void writeStep(int64_t number)
    {
        const int64_t beginNs = m_nowNs;
        for (int layer = 0; layer < 60; ++layer)
            writeLayer(process, 0);
        for (int layer = 0; layer < 60; ++layer)
            writeLayer(backwardThread, 1);
        begin("user_annotation", fmt::format("ProfilerStep#{}", number).c_str(), process, process, beginNs,
              m_nowNs - beginNs);
        ++m_id;
        print("      \"External id\": {},\"Record function id\": 0, \"Ev Idx\": {}", m_id, m_id);
        end();
        m_nowNs += 5'000;
    }

    /// An operator that calls another one, which launches a kernel.
    void writeLayer(int thread, int forwardThread)
    {
        const int64_t startNs = m_nowNs;
        const int64_t length = 40'000 + int64_t(m_random() % 20'000);
        const size_t which = m_random() % operators.size();
        const int outer = writeOperator(operators[which], thread, startNs, length, forwardThread, true);
        const int inner = writeOperator(operators[(which + 1) % operators.size()], thread, startNs + 3'000,
                                        length - 6'000, 0, false);
        writeOperator("aten::empty", thread, startNs + 4'000, 2'000, 0, false);
        const int64_t correlation = ++m_correlation;
        begin("cuda_runtime", "cudaLaunchKernel", process, thread, startNs + 12'000, 6'000);
        print("      \"External id\": {}, \"cbid\": 211, \"correlation\": {}", inner, correlation);
        end();
        print(
            "  {{\n    \"ph\": \"s\", \"id\": {}, \"pid\": {}, \"tid\": {}, \"ts\": {}.{:03},\n    \"cat\": "
            "\"ac2g\", \"name\": \"ac2g\"\n  }},\n",
            correlation, process, thread, baseUs + (startNs + 12'000) / 1000, (startNs + 12'000) % 1000);
        begin("kernel", kernels[m_random() % kernels.size()], 0, 7, startNs + 25'000,
              10'000 + int64_t(m_random() % 20'000));
        print(
            "      \"External id\": {}, \"queued\": 0, \"device\": 0, \"context\": 1,\n      \"stream\": 7, "
            "\"correlation\": {},\n      \"registers per thread\": 32, \"shared memory\": 0,\n      \"blocks "
            "per "
            "SM\": {}.6, \"warps per SM\": 102.400002,\n      \"grid\": [{}, 1, 1], \"block\": [256, 1, "
            "1],\n      "
            "\"est. achieved occupancy %\": {}",
            inner, correlation, m_random() % 40, m_random() % 4096, m_random() % 100);
        end();
        print("  {{\n    \"ph\": \"f\", \"id\": {}, \"pid\": 0, \"tid\": 7, \"ts\": {}.{:03},\n    \"cat\": "
              "\"ac2g\", \"name\": \"ac2g\", \"bp\": \"e\"\n  }},\n",
              correlation, baseUs + (startNs + 25'000) / 1000, (startNs + 25'000) % 1000);
        m_nowNs += length + 1'000;
        (void)outer;
    }

    int writeOperator(const char* name, int thread, int64_t startNs, int64_t ns, int forwardThread,
                      bool numbered)
    {
        begin("cpu_op", name, process, thread, startNs, ns);
        const int id = ++m_id;
        print("      \"External id\": {},\"Record function id\": {}, \"Concrete Inputs\": [\"\", \"\", \"\", "
              "\"[1, "
              "1]\", \"False\", \"\"], \"Input type\": [\"float\", \"float\", \"\", \"ScalarList\", "
              "\"Scalar\", \"\"], "
              "\"Input Strides\": [[200704, 3136, 56, 1], [576, 9, 3, 1], [], [], [], []], \"Input Dims\": "
              "[[64, {}, "
              "56, 56], [64, 64, 3, 3], [], [], [], []], ",
              id, id, 64 << m_random() % 4);
        if (numbered)
            print("\"Sequence number\": {}, \"Fwd thread id\": {}, ", ++m_sequence, forwardThread);
        print("\"Ev Idx\": {}", id);
        end();
        return id;
    }

    std::ofstream m_file;
    std::string m_buffer;
    int64_t m_wanted;
    int64_t m_written = 0;
    int64_t m_events = 0;
    int64_t m_nowNs = 0;
    int64_t m_correlation = 0;
    int64_t m_sequence = 0;
    int m_id = 0;
    std::mt19937 m_random{1};
};

} // namespace

int64_t writeKinetoFile(const std::filesystem::path& path, int64_t bytes)
{
    return KinetoFile(path, bytes).write();
}

} // namespace stepscope
