#pragma once

#include "core/machine/environment.h"
#include "core/record/recording_plan.h"
#include "core/run/imported_facts.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>

namespace stepscope {

/// What a recorded program says about itself: its versions, its GPU, and its place in a distributed training.
class ProgramDescription
{
public:
    /// Handles the program's message. Throws nlohmann::json::exception if it does not have the expected form.
    void take(const nlohmann::json& program);
    /// Only Python programs describe themselves.
    bool isKnown() const { return !m_program.empty(); }

    const TraceRank& rank() const { return m_rank; }
    /// Number of ranks of the distributed training on this machine, or on all machines if that is not known;
    /// 0 if the training is not distributed or its size is not known.
    int64_t localRanks() const { return m_localRanks; }
    /// Whether this is a rank of a distributed training.
    bool isOneOfSeveral() const { return m_rank.rank >= 0 && m_rank.worldSize > 1; }

    /// The device in PyTorch's notation: "cuda:1", or "cpu".
    std::string device() const;
    /// The program's GPU for SampledProcess::gpu: its PCI address or, if the program does not know it, its
    /// number. Empty: none, or it is not known which one it is.
    std::string sampledGpu() const;
    /// "Python 3.11, PyTorch 2.1"; empty: not known.
    std::string versions() const;
    /// The machine, and the program with its versions.
    Environment environment(const RecordingPlan& plan) const;

private:
    std::string m_program; ///< JSON
    TraceRank m_rank;
    int64_t m_localRanks = 0;
};

} // namespace stepscope
