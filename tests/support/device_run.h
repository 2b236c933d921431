#pragma once

#include "core/run/run.h"

#include <algorithm>
#include <string>
#include <vector>

namespace stepscope::test {

/// A run as recorded by a profiler with device support: operators on two host threads, runtime calls that
/// launch kernels on one stream and copy the next batch on another, waiting for a data loader, allocations on
/// the device. Several ranks have one process and one device each, and exchange gradients.
class DeviceRun
{
public:
    explicit DeviceRun(int steps, int ranks = 1)
        : m_ranks(ranks)
    {
        run.outcome = RunOutcome::Finished;
        run.experiment.device = "cuda:0";
        run.plan.deviceName = "NVIDIA H200";
        for (int rank = 0; rank < ranks; ++rank)
            addRank(rank);
        for (int step = 0; step < steps; ++step)
            addStep();
    }

    Run run;

private:
    static constexpr uint16_t threadsOfRank = 5;
    enum Thread : uint16_t { Training, Autograd, Compute, Copies, Exchange };

    void addRank(int rank)
    {
        const int64_t process = m_ranks > 1 ? rank : 4711;
        const auto device = int16_t(rank);
        auto& trace = run.trace;
        trace.threads.push_back({.id = 4711 + rank * 10, .name = "training", .process = process});
        trace.threads.push_back({.id = 4712 + rank * 10, .name = "autograd 0", .process = process});
        for (const int64_t stream : {7, 20, 24})
            trace.threads.push_back({.id = stream, .process = process, .device = device});
        trace.devices.push_back({.number = device,
                                 .name = "NVIDIA H200",
                                 .memoryBytes = 150'000'000'000,
                                 .computeMajor = 9,
                                 .processors = 132,
                                 .threadsPerProcessor = 2048,
                                 .warpSize = 32});
    }

    void addStep()
    {
        const int64_t startNs = m_now;
        const EventId first = run.trace.endEvent();
        int64_t endNs = m_now;
        for (int rank = 0; rank < m_ranks; ++rank) {
            m_now = startNs + rank * 40'000;
            m_rank = rank;
            m_streamFree.assign(threadsOfRank, m_now);
            addStepOfRank();
            endNs = std::max(endNs, m_now);
        }
        m_now = endNs + 20'000;
        const auto number = int64_t(run.trace.steps.size());
        run.trace.steps.push_back({.number = number,
                                   .startNs = startNs,
                                   .durationNs = m_now - startNs,
                                   .firstEvent = first,
                                   .endEvent = run.trace.endEvent(),
                                   .phase = StepPhase::Active});
        run.steps.push_back({.step = number,
                             .startNs = startNs,
                             .durationNs = m_now - startNs,
                             .images = 64,
                             .correct = 50,
                             .loss = 0.5F,
                             .epoch = 1,
                             .phase = StepPhase::Active});
    }

    void addStepOfRank()
    {
        enter(Training, Pass::Data);
        begin("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", EventKind::Range);
        op("aten::stack", 0, 0.0, {}, 90);
        end();
        begin("aten::to", EventKind::Operator);
        begin("aten::copy_", EventKind::Operator);
        copy(12'845'056, 480);
        end();
        end();
        enter(Training, Pass::Forward);
        layer("conv1", "aten::conv2d",
              "sm90_xmma_fprop_implicit_gemm_f32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize128x128x32", 260, 2.0);
        elementwise("aten::relu", "clamp_scalar_kernel_impl", 40);
        layer("conv2", "aten::conv2d",
              "sm90_xmma_fprop_implicit_gemm_f32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize256x128x32", 610, 3.5);
        elementwise("aten::relu", "clamp_scalar_kernel_impl", 55);
        layer("fc1", "aten::linear", "nvjet_sss_128x64_64x6_2x1_v_bz_bias_TNN", 150, 0.6);
        layer("fc2", "aten::linear", "nvjet_sss_64x8_64x16_4x1_v_bz_splitK_bias_TNT", 14, 0.1);
        enter(Training, Pass::Loss);
        op("aten::nll_loss_nd", 6, 0.02,
           "void at::native::nll_loss_forward_reduce_cuda_kernel_2d<float, float, long>(float*, long)", 12);
        enter(Autograd, Pass::Backward);
        elementwise("NllLossBackward0", "nll_loss_backward_reduce", 8);
        op("AddmmBackward0", 22, 0.3, "nvjet_sss_64x8_64x16_4x1_v_bz_NNN", 14);
        op("AddmmBackward0", 230, 1.2, "nvjet_sss_128x128_64x4_2x1_v_bz_NTN", 18);
        exchange(9'437'184, 180);
        op("ConvolutionBackward0", 980, 3.5,
           "sm90_xmma_dgrad_implicit_gemm_f32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize128x128x32", 36);
        op("ConvolutionBackward0", 420, 2.5,
           "sm90_xmma_wgrad_implicit_gemm_f32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize128x128x32", 30);
        enter(Training, Pass::Optimizer);
        begin("Optimizer.step#SGD.step", EventKind::Range);
        for (int i = 0; i < 6; ++i)
            elementwise("aten::_foreach_add_", "multi_tensor_apply_kernel", 5);
        end();
        begin("aten::item", EventKind::Operator);
        begin("cudaStreamSynchronize", EventKind::Runtime);
        m_now = std::max(m_now, *std::ranges::max_element(m_streamFree)) + 4'000;
        end();
        end();
    }

    ThreadId threadOf(Thread thread) const { return ThreadId(m_rank * threadsOfRank + thread); }

    void enter(Thread thread, Pass pass)
    {
        m_thread = thread;
        m_pass = pass;
        m_now += 6'000;
    }

    EventId begin(const std::string& name, EventKind kind)
    {
        TraceEvent event{.startNs = m_now,
                         .name = run.trace.names.intern(name),
                         .parent = m_stack.empty() ? noEvent : m_stack.back(),
                         .thread = threadOf(m_thread),
                         .pass = m_pass,
                         .kind = kind};
        m_stack.push_back(run.trace.endEvent());
        run.trace.append(event);
        m_now += 1'500;
        return m_stack.back();
    }

    void end()
    {
        m_now += 1'500;
        run.trace.durationNs[m_stack.back()] = m_now - run.trace.startNs[m_stack.back()];
        m_stack.pop_back();
        m_now += 800;
    }

    /// Appends work to its stream.
    void work(Thread stream, const std::string& name, EventKind kind, double us, TraceDeviceWork known)
    {
        int64_t& free = m_streamFree[stream];
        const int64_t startNs = std::max(free + 900, m_now + 4'200);
        known.event = run.trace.endEvent();
        run.trace.append({.startNs = startNs,
                          .durationNs = int64_t(us * 1000),
                          .name = run.trace.names.intern(name),
                          .thread = threadOf(stream),
                          .pass = m_pass,
                          .kind = kind});
        run.trace.deviceWork.push_back(known);
        free = startNs + int64_t(us * 1000);
    }

    void launch(const char* call, Thread stream, const std::string& name, EventKind kind, double us,
                TraceDeviceWork known)
    {
        known.launcher = begin(call, EventKind::Runtime);
        m_now += 4'000;
        end();
        work(stream, name, kind, us, known);
    }

    void op(const std::string& name, double us, double blocks, const std::string& kernel, double hostUs)
    {
        const EventId event = begin(name, EventKind::Operator);
        m_now += int64_t(hostUs * 1000);
        run.trace.allocations.push_back({.timeNs = m_now,
                                         .bytes = int64_t(us * 100'000) + 512,
                                         .address = ++m_address,
                                         .event = event,
                                         .thread = threadOf(m_thread),
                                         .device = int16_t(m_rank)});
        if (us > 0)
            launch("cudaLaunchKernel", Compute, kernel, EventKind::Kernel, us,
                   {.occupancy = float(std::min(0.2 + blocks / 5, 0.9)),
                    .blocksPerProcessor = float(blocks),
                    .warpsPerProcessor = float(8 * blocks),
                    .grid = {uint32_t(blocks * 132) + 1, 1, 1},
                    .block = {256, 1, 1},
                    .registers = 96,
                    .sharedBytes = 49'152});
        run.trace.allocations.push_back({.timeNs = m_now,
                                         .bytes = -(int64_t(us * 100'000) + 512),
                                         .address = m_address,
                                         .event = event,
                                         .thread = threadOf(m_thread),
                                         .device = int16_t(m_rank)});
        end();
    }

    void elementwise(const std::string& name, const std::string& function, double us)
    {
        op(name, us, 1.0,
           "void at::native::vectorized_elementwise_kernel<4, at::native::" + function + ">(int, float)", 10);
    }

    void layer(const std::string& layer, const std::string& name, const std::string& kernel, double us,
               double blocks)
    {
        begin(layer, EventKind::Layer);
        op(name, us, blocks, kernel, 26);
        end();
    }

    void copy(int64_t bytes, double us)
    {
        launch("cudaMemcpyAsync", Copies, "Memcpy HtoD (Pinned -> Device)", EventKind::MemoryCopy, us,
               {.bytes = bytes, .direction = CopyDirection::HostToDevice});
        m_streamFree[Compute] = m_streamFree[Copies];
    }

    void exchange(int64_t bytes, double us)
    {
        if (m_ranks > 1)
            launch("cudaLaunchKernelExC", Exchange, "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
                   EventKind::Communication, us, {.bytes = bytes});
    }

    int m_ranks;
    int m_rank = 0;
    Thread m_thread = Training;
    Pass m_pass = Pass::Other;
    int64_t m_now = 88'000'000'000'000;
    uint64_t m_address = 0x7f00'0000'0000;
    std::vector<int64_t> m_streamFree;
    std::vector<EventId> m_stack;
};

} // namespace stepscope::test
