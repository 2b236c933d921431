#pragma once

#include "core/run/run.h"

#include <string>
#include <vector>

namespace stepscope::test {

/// A run whose trace looks like a recorded one of the ConvNet: layers around their operators, autograd on its
/// own thread with the sequence numbers of the forward pass, then the optimizer's update.
class TrainedRun
{
public:
    explicit TrainedRun(int steps)
    {
        run.outcome = RunOutcome::Finished;
        run.plan.deviceName = "AMD EPYC 9654";
        run.trace.threads = {{4711, "training"}, {4712, "autograd 1"}};
        for (int i = 0; i < steps; ++i)
            addStep();
    }

    void addStep()
    {
        const EventId first = run.trace.endEvent();
        const int64_t startNs = m_now;
        pass(Pass::Data, 0);
        op("aten::index_select", "[60000, 1, 28, 28], [64]", 48, {"aten::empty"});
        pass(Pass::Forward, 0);
        layer("conv1", "aten::conv2d", "[64, 1, 28, 28], [32, 1, 3, 3]", 620,
              {"aten::convolution", "aten::_convolution", "aten::mkldnn_convolution"});
        node("aten::relu", "[64, 32, 26, 26]", 410, {"aten::clamp_min"});
        layer("conv2", "aten::conv2d", "[64, 32, 26, 26], [64, 32, 3, 3]", 2200,
              {"aten::convolution", "aten::_convolution", "aten::mkldnn_convolution"});
        node("aten::relu", "[64, 64, 24, 24]", 640, {"aten::clamp_min"});
        node("aten::max_pool2d", "[64, 64, 24, 24]", 900, {"aten::max_pool2d_with_indices"});
        layer("fc1", "aten::linear", "[64, 9216], [128, 9216]", 1350, {"aten::addmm", "aten::expand"});
        node("aten::relu", "[64, 128]", 12, {"aten::clamp_min"});
        layer("fc2", "aten::linear", "[64, 128], [10, 128]", 26, {"aten::addmm", "aten::expand"});
        pass(Pass::Loss, 0);
        node("aten::nll_loss_nd", "[64, 10], [64]", 18, {"aten::nll_loss", "aten::nll_loss_forward"});
        pass(Pass::Backward, 1);
        while (!m_nodes.empty()) {
            const Node made = m_nodes.back();
            m_nodes.pop_back();
            m_sequence = made.sequence;
            op("autograd::engine::evaluate_function: " + made.name + "Backward0", "", made.us * 1.6,
               {made.name + "Backward0", "aten::" + made.name + "_backward", "aten::empty"});
            m_sequence = -1;
            for (int i = 0; i < 2; ++i)
                op("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad", "", 4,
                   {"torch::autograd::AccumulateGrad", "aten::detach"});
        }
        pass(Pass::Optimizer, 0);
        begin("Optimizer.step#Adadelta", "", EventKind::Operator);
        for (int parameter = 0; parameter < 8; ++parameter) {
            for (const char* name :
                 {"aten::mul_", "aten::addcmul_", "aten::sqrt_", "aten::div_", "aten::add_"})
                op(name, "[128, 9216]", parameter == 4 ? 160 : 4, {});
        }
        end();
        m_now += 30'000;
        run.trace.steps.push_back({.number = 10 + int64_t(run.trace.steps.size()),
                                   .startNs = startNs,
                                   .durationNs = m_now - startNs - 10'000,
                                   .firstEvent = first,
                                   .endEvent = run.trace.endEvent(),
                                   .phase = StepPhase::Active});
    }

    Run run;

private:
    struct Node
    {
        std::string name;
        double us;
        int64_t sequence;
    };

    void pass(Pass pass, uint16_t thread)
    {
        m_pass = pass;
        m_thread = ThreadId(thread);
        m_now += 3'000;
    }

    void begin(const std::string& name, const std::string& shape, EventKind kind)
    {
        TraceEvent event{.startNs = m_now, .thread = m_thread, .pass = m_pass, .kind = kind};
        event.sequence = kind == EventKind::Operator ? m_sequence : -1;
        event.name = run.trace.names.intern(name);
        if (!shape.empty()) {
            run.trace.shapes.push_back(shape);
            event.shape = ShapeId(uint32_t(run.trace.shapes.size()) - 1);
        }
        event.parent = m_stack.empty() ? noEvent : m_stack.back();
        m_stack.push_back(run.trace.endEvent());
        run.trace.append(event);
        m_now += 1'500;
    }

    void end()
    {
        m_now += 1'000;
        run.trace.durationNs[m_stack.back()] = m_now - run.trace.startNs[m_stack.back()];
        m_stack.pop_back();
        m_now += 500;
    }

    /// An operator that calls another, which calls the next, and so on; the last one takes the time.
    void op(const std::string& name, const std::string& shape, double us,
            const std::vector<std::string>& callees)
    {
        begin(name, shape, EventKind::Operator);
        for (const std::string& callee : callees)
            begin(callee, shape, EventKind::Operator);
        const double drift = 1.0 + 0.05 * double((++m_count * 17) % 11 - 5) / 5;
        m_now += int64_t(us * 1'000 * drift);
        for (size_t i = 0; i < callees.size(); ++i)
            end();
        end();
    }

    void node(const std::string& name, const std::string& shape, double us,
              const std::vector<std::string>& callees)
    {
        m_sequence = m_nextSequence++;
        m_nodes.push_back({name.substr(6), us, m_sequence});
        op(name, shape, us, callees);
        m_sequence = -1;
    }

    void layer(const std::string& layer, const std::string& name, const std::string& shape, double us,
               const std::vector<std::string>& callees)
    {
        begin(layer, "", EventKind::Layer);
        node(name, shape, us, callees);
        end();
    }

    std::vector<EventId> m_stack;
    std::vector<Node> m_nodes;
    Pass m_pass = Pass::Other;
    ThreadId m_thread{0};
    int64_t m_now = 88'000'000'000'000;
    int64_t m_sequence = -1;
    int64_t m_nextSequence = 100;
    int m_count = 0;
};

} // namespace stepscope::test
