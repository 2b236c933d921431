#pragma once

#include "core/run/run.h"
#include "core/trace/operators/operator_statistics.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::test {

/// Records training steps of the MNIST ConvNet as the profiler would: every operator of forward, loss,
/// backward and Adadelta's update with its callees, shapes and plausible times.
class SampleRecorder
{
public:
    explicit SampleRecorder(int batch = 64)
        : m_batch(std::to_string(batch))
    {
    }

    TraceChunk step(int64_t number, StepPhase phase)
    {
        m_chunk = {};
        m_step = number;
        m_count = 0;
        const int64_t start = m_now;
        dataPass();
        forwardPass();
        backwardPass();
        optimizerPass();
        m_chunk.steps.push_back({.number = number,
                                 .startNs = start,
                                 .durationNs = m_now - start,
                                 .firstEvent = EventId(0),
                                 .endEvent = EventId(uint32_t(m_chunk.events.size())),
                                 .phase = phase});
        return std::move(m_chunk);
    }

private:
    using Body = std::function<void()>;

    uint32_t id(std::map<std::string, uint32_t>& known, std::vector<std::string>& fresh,
                const std::string& text)
    {
        const auto [entry, isNew] = known.try_emplace(text, uint32_t(known.size()));
        if (isNew)
            fresh.push_back(text);
        return entry->second;
    }

    /// An event of `us` own time, half before and half after its callees.
    void record(EventKind kind, const std::string& name, const std::string& shape, double us,
                const Body& callees)
    {
        const EventId index(uint32_t(m_chunk.events.size()));
        // Some percent up or down from step to step, the same on every run.
        const double drift = 1.0 + 0.04 * double((m_step * 31 + ++m_count * 17) % 11 - 5) / 5;
        const auto ownNs = int64_t(us * 1000 * drift);
        TraceEvent event{.startNs = m_now, .parent = m_parent, .pass = m_pass, .kind = kind};
        event.name = NameId(id(m_names, m_chunk.newNames, name));
        if (!shape.empty())
            event.shape = ShapeId(id(m_shapes, m_chunk.newShapes, shape));
        m_chunk.events.push_back(event);
        const EventId outer = std::exchange(m_parent, index);
        m_now += ownNs / 2;
        if (callees)
            callees();
        m_now += ownNs - ownNs / 2;
        m_parent = outer;
        m_chunk.events[index].durationNs = m_now - event.startNs;
    }

    void op(const std::string& name, const std::string& shape, double us, const Body& callees = {})
    {
        record(EventKind::Operator, name, shape, us, callees);
    }

    void layer(const std::string& name, const Body& callees)
    {
        record(EventKind::Layer, name, "", 1, callees);
    }

    std::string images(const std::string& rest) const { return "[" + m_batch + ", " + rest + "]"; }

    void dataPass()
    {
        m_pass = Pass::Data;
        op("aten::index_select", "[60000, 1, 28, 28], [], [" + m_batch + "]", 48,
           [&] { op("aten::empty", "", 2); });
        op("aten::index_select", "[60000], [], [" + m_batch + "]", 9, [&] { op("aten::empty", "", 2); });
    }

    void conv2d(const std::string& name, const std::string& in, double us)
    {
        layer(name, [&] {
            op("aten::conv2d", in, 4, [&] {
                op("aten::convolution", in, 5, [&] {
                    op("aten::_convolution", in, 9,
                       [&] { op("aten::mkldnn_convolution", in, us, [&] { op("aten::empty", "", 3); }); });
                });
            });
        });
    }

    void relu(const std::string& in, double us)
    {
        op("aten::relu", in, 6, [&] { op("aten::clamp_min", in, us); });
    }

    void linear(const std::string& name, const std::string& in, const std::string& product, double us)
    {
        layer(name, [&] {
            op("aten::linear", in, 5, [&] {
                op("aten::t", in, 3,
                   [&] { op("aten::transpose", in, 2, [&] { op("aten::as_strided", in, 1); }); });
                op("aten::addmm", product, us, [&] {
                    op("aten::expand", product, 2, [&] { op("aten::as_strided", product, 1); });
                    op("aten::copy_", product, 6);
                    op("aten::resolve_conj", product, 0.5);
                });
            });
        });
    }

    void dropout(const std::string& in, double us)
    {
        op("aten::dropout", in, 4, [&] {
            op("aten::empty_like", in, 3, [&] { op("aten::empty", "", 2); });
            op("aten::bernoulli_", in, us);
            op("aten::div_", in, us / 3,
               [&] { op("aten::to", in, 3, [&] { op("aten::_to_copy", in, 4); }); });
            op("aten::mul", in, us / 4);
        });
    }

    void forwardPass()
    {
        m_pass = Pass::Forward;
        conv2d("conv1", images("1, 28, 28") + ", [32, 1, 3, 3], [32]", 620);
        relu(images("32, 26, 26"), 410);
        conv2d("conv2", images("32, 26, 26") + ", [64, 32, 3, 3], [64]", 5200);
        relu(images("64, 24, 24"), 640);
        op("aten::max_pool2d", images("64, 24, 24"), 5,
           [&] { op("aten::max_pool2d_with_indices", images("64, 24, 24"), 2900); });
        dropout(images("64, 12, 12"), 1900);
        op("aten::flatten", images("64, 12, 12"), 4, [&] { op("aten::view", images("64, 12, 12"), 2); });
        linear("fc1", images("9216") + ", [128, 9216], [128]", "[128], " + images("9216") + ", [9216, 128]",
               1350);
        relu(images("128"), 12);
        dropout(images("128"), 60);
        linear("fc2", images("128") + ", [10, 128], [10]", "[10], " + images("128") + ", [128, 10]", 26);
        m_pass = Pass::Loss;
        op("aten::log_softmax", images("10"), 4, [&] { op("aten::_log_softmax", images("10"), 19); });
        op("aten::nll_loss_nd", images("10") + ", [" + m_batch + "]", 3, [&] {
            op("aten::nll_loss", images("10"), 3, [&] { op("aten::nll_loss_forward", images("10"), 12); });
        });
    }

    void node(const std::string& name, const std::string& in, double us, const Body& callees)
    {
        op("autograd::engine::evaluate_function: " + name, "", us, [&] { op(name, in, us, callees); });
    }

    void accumulate(int times)
    {
        for (int i = 0; i < times; ++i)
            node("torch::autograd::AccumulateGrad", "", 3, [&] { op("aten::detach", "", 1); });
    }

    void linearBackward(const std::string& in, double us)
    {
        node("AddmmBackward0", in, 6, [&] {
            op("aten::t", in, 3, [&] { op("aten::transpose", in, 2); });
            op("aten::mm", in, us);
            op("aten::mm", in, us * 1.1);
        });
        op("aten::sum", in, 18);
        accumulate(2);
    }

    void backwardPass()
    {
        m_pass = Pass::Backward;
        op("aten::ones_like", "[]", 3, [&] { op("aten::fill_", "[]", 2); });
        node("NllLossBackward0", "[]", 5, [&] { op("aten::nll_loss_backward", images("10"), 11); });
        node("LogSoftmaxBackward0", images("10"), 4,
             [&] { op("aten::_log_softmax_backward_data", images("10"), 13); });
        linearBackward(images("10"), 21);
        node("MulBackward0", images("128"), 3, [&] { op("aten::mul", images("128"), 9); });
        node("ReluBackward0", images("128"), 3, [&] { op("aten::threshold_backward", images("128"), 10); });
        linearBackward(images("128"), 1480);
        node("ReshapeAliasBackward0", images("9216"), 4, [&] { op("aten::reshape", images("9216"), 3); });
        node("MulBackward0", images("64, 12, 12"), 4, [&] { op("aten::mul", images("64, 12, 12"), 380); });
        node("MaxPool2DWithIndicesBackward0", images("64, 12, 12"), 6, [&] {
            op("aten::max_pool2d_with_indices_backward", images("64, 12, 12"), 1750, [&] {
                op("aten::zero_", images("64, 24, 24"), 2,
                   [&] { op("aten::fill_", images("64, 24, 24"), 290); });
            });
        });
        node("ReluBackward0", images("64, 24, 24"), 4,
             [&] { op("aten::threshold_backward", images("64, 24, 24"), 890); });
        node("ConvolutionBackward0", images("64, 24, 24"), 9, [&] {
            op("aten::convolution_backward", images("64, 24, 24"), 11900, [&] { op("aten::empty", "", 3); });
        });
        accumulate(2);
        node("ReluBackward0", images("32, 26, 26"), 4,
             [&] { op("aten::threshold_backward", images("32, 26, 26"), 520); });
        node("ConvolutionBackward0", images("32, 26, 26"), 9, [&] {
            op("aten::convolution_backward", images("32, 26, 26"), 980, [&] { op("aten::empty", "", 3); });
        });
        accumulate(2);
    }

    void optimizerPass()
    {
        m_pass = Pass::Optimizer;
        op("Optimizer.step#Adadelta", "", 28, [&] {
            for (const char* shape :
                 {"[32, 1, 3, 3]", "[32]", "[64, 32, 3, 3]", "[64]", "[128, 9216]", "[128]"}) {
                const double us = shape == std::string("[128, 9216]") ? 210 : 3;
                op("aten::mul_", shape, us);
                op("aten::addcmul_", shape, us * 1.3);
                op("aten::add", shape, us * 0.9);
                op("aten::sqrt_", shape, us * 1.2);
                op("aten::div_", shape, us * 1.1);
                op("aten::add_", shape, us * 0.8);
            }
        });
        op("Optimizer.zero_grad", "", 9, [&] { op("aten::zero_", "[128, 9216]", 60); });
    }

    std::string m_batch;
    std::map<std::string, uint32_t> m_names;
    std::map<std::string, uint32_t> m_shapes;
    TraceChunk m_chunk;
    EventId m_parent = noEvent;
    Pass m_pass = Pass::Other;
    int64_t m_now = 1'000'000;
    int64_t m_step = 0;
    int m_count = 0;
};

/// A finished run whose trace has `steps` active steps after 10 of wait and warm-up, and whose totals include
/// more calls, for all other steps.
inline Run sampleRun(int steps = 50)
{
    Run run;
    run.outcome = RunOutcome::Finished;
    run.plan.deviceName = "AMD EPYC 9654";
    SampleRecorder recorder;
    OperatorStatisticsBuilder all;
    for (int step = 0; step < steps; ++step)
        run.trace.append(recorder.step(10 + step, StepPhase::Active));
    Trace longer = run.trace;
    for (int step = 0; step < 30; ++step)
        longer.append(recorder.step(10 + steps + step, StepPhase::Active));
    all.update(longer);
    run.totals = all.totals();
    return run;
}

} // namespace stepscope::test
