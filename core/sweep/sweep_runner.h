#pragma once

#include "core/sweep/point_training.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace stepscope {

/// Whether the points of a sweep are trained in separate processes.
enum class SweepIsolation : uint8_t {
    Automatic, ///< on a GPU, whose libraries keep state, where a point's process has died before, and with
               ///< inter-op threads, which are set once per process
    Always,
    Never,
};

struct SweepSettings
{
    std::filesystem::path folder;
    SweepIsolation isolation = SweepIsolation::Automatic;
    std::function<std::shared_ptr<Engine>()> engine; ///< for the points that are trained in this process
    std::vector<std::string> program; ///< for the others: the command line before a point's own arguments
    /// Records a device's cold forward pass to the file, before its points; empty: none is recorded.
    std::function<void(const Experiment&, const std::filesystem::path&)> forwardPass;
    std::function<bool()> stopRequested = [] { return false; };
    SweepListener tell = [](const SweepEvent&) {};
};

/// Runs the points of a sweep in order, each to its own run file in a folder that prepareSweepFolder() has
/// prepared. Skips points that have their run, so that a sweep can be continued.
class SweepRunner
{
public:
    /// Throws Error like sweepPoints().
    SweepRunner(Sweep sweep, SweepSettings settings);

    const Sweep& sweep() const { return m_sweep; }
    const std::vector<SweepPoint>& points() const { return m_points; }
    std::filesystem::path runFile(size_t point) const;

    /// The existing run files: those of the cold forward passes, and of the points in their order.
    std::vector<std::filesystem::path> runFiles() const;

    /// Measures the first steps of each combination that is not done yet.
    void estimate();
    const std::vector<PointEstimate>& estimates() const { return m_estimates; }
    /// Sets the results of an earlier estimate(), instead of measuring again; one per point.
    void setEstimates(std::vector<PointEstimate> estimates);
    /// Of all points that are not done; unknown ones count as 0.
    double estimatedSeconds() const;

    /// Sets another budget in images; the measurements stay valid.
    void setImages(int64_t images);

    struct Result
    {
        size_t failed = 0; ///< points that failed or crashed, now or before
        size_t unkept = 0; ///< points that finished, but whose run files are incomplete, as on a full disk
        bool stopped = false;
    };
    /// Throws Error when an old run file cannot be removed.
    Result run();

private:
    bool isApart(size_t point) const;
    /// Also corrects the estimates by the finished runs.
    void lookWhatIsDone();
    PointEstimate probe(size_t point) const;
    void loadEngine() const;
    void tellEstimate(size_t point) const;
    double secondsOf(size_t point) const { return m_estimates[point].seconds(m_points[point].experiment); }
    /// On each device that a point still has to be trained on.
    void recordForwardPasses();
    PointResult train(size_t point);
    void passOn(size_t point, SweepEvent event);
    /// Of the points after this one, with their estimates multiplied by `factor`; negative when one of them
    /// is not known.
    double secondsAfter(size_t point, double factor) const;
    /// What their estimates have to be multiplied by; the running point has taken `passed` seconds, and
    /// `left` remain.
    double factorAfter(size_t point, double passed, double left) const;

    Sweep m_sweep;
    SweepSettings m_settings;
    std::vector<SweepPoint> m_points;
    std::vector<PointEstimate> m_estimates; ///< one per point
    std::vector<char> m_done;               ///< one per point: at the last check
    std::chrono::steady_clock::time_point m_pointBegin;
    double m_fraction = 0;           ///< of the running point, as last reported: it never decreases
    EstimateCorrection m_correction; ///< by the finished runs, also earlier ones
};

} // namespace stepscope
