#pragma once

#include "core/experiment/augmentation.h"
#include "core/experiment/experiment.h"
#include "core/torch/data/batch_sampler.h"
#include "core/torch/data/loader_work.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace stepscope {

/// What loader workers have done, and how long the training has waited for them.
struct LoaderTimes
{
    int64_t batches = 0;
    int64_t preparedNs = 0; ///< sum of the time that each worker needed for its images, without pauses
    int64_t waitedNs = 0;   ///< of the training thread, for all batches together
};

/// Allocates a tensor of this shape and type.
using MakeTensor = std::function<torch::Tensor(torch::IntArrayRef, torch::ScalarType)>;

/// In page-locked memory. Throws c10::Error without a GPU.
torch::Tensor pinnedTensor(torch::IntArrayRef shape, torch::ScalarType type);

/// The batch on this device, copied as the experiment says: with Experiment::asyncCopies, the caller does not
/// wait for a GPU, whose later operators do.
Batch copiedTo(torch::Device device, const Batch& batch, const Experiment& experiment);

/// Prepares the batches of a sampler: normalized, decoded and changed at random, as the experiment says. Its
/// workers prepare them in advance, and share the images of a batch. A batch is the same for any number of
/// workers. Batches that are copied to a GPU are in page-locked memory if the experiment says so.
class BatchLoader
{
public:
    /// The images are on the CPU if usesLoader(). Throws Error if there is too little memory for the batches
    /// in advance, or if the system does not allow so many threads. Page-locked tensors are made by
    /// `makePinned`, in batch().
    BatchLoader(const BatchSampler& sampler, const Experiment& experiment,
                const MakeTensor& makePinned = pinnedTensor);
    /// Waits for the images that are being prepared.
    ~BatchLoader();
    BatchLoader(const BatchLoader&) = delete;
    BatchLoader& operator=(const BatchLoader&) = delete;

    int64_t workers() const { return int64_t(m_workers.size()); }

    /// A batch of the sampler's present order, on the thread that owns the loader. Workers prepare those that
    /// follow in the epoch. Throws Error for a file that cannot be decoded.
    Batch batch(int64_t epoch, int64_t index);

    /// While the training is paused, workers stop after the image that they are at: an A/B test would
    /// otherwise count the batches that they prepare meanwhile as free.
    void setPaused(bool isPaused);

    /// Since the last call.
    LoaderTimes takeTimes();

    /// Whether takeWork() has what the workers do from now on. Initially not. Call both on the thread that
    /// owns the loader.
    void setRecorded(bool isRecorded);
    /// What each worker did since the last call. A batch comes with all its parts once the worker is done
    /// with it, a wait once it is over; of those that began before setRecorded(true), the part since then.
    std::vector<LoaderWork> takeWork();

private:
    /// A batch that is prepared. The training thread allocates it: memory of other threads is not recorded.
    struct Job
    {
        int64_t epoch = 0;
        int64_t index = 0;
        torch::Tensor numbers;
        Batch batch;
        std::atomic<int64_t> next = 0; ///< the first image that no worker has begun
        // Guarded by the loader's mutex:
        int64_t left = 0; ///< images that are not done
        int64_t preparedNs = 0;
        std::exception_ptr failure = {};
        int64_t failed = 0; ///< the image of the failure
    };
    /// Images of a batch that a worker takes at once.
    struct Share
    {
        int64_t first = 0;
        int64_t last = 0; ///< not included
        int64_t at = 0;   ///< where the worker is
        int64_t preparedNs = 0;
    };
    /// What only one worker uses.
    struct WorkerState
    {
        std::vector<float> originals;    ///< the images of its share before they are augmented
        std::vector<LoaderRange> ranges; ///< those that are not kept yet
    };

    std::shared_ptr<Job> makeJob(int64_t epoch, int64_t index) const;
    torch::Tensor pinnedCopy(const torch::Tensor& tensor) const;
    Batch inItsMemory(const Batch& batch) const;
    float* placeOf(const Job& job, int64_t number) const;
    void readImage(const Job& job, int64_t number, float* to) const;
    void augmentImage(const Job& job, int64_t number, const float* original) const;
    void prepareImages(const Job& job, int64_t first, int64_t last) const;
    void prepareByWorker(Job& job, WorkerState& state);
    void prepareShare(Job& job, int64_t first, int64_t last, WorkerState& state);
    void prepareImages(Job& job, Share& share, WorkerState& state);
    template<typename Do>
    void forImages(LoaderTask task, const Job& job, Share& share, WorkerState& state, const Do& doWith);
    void waitWhilePaused();
    void prepareHere(Job& job) const;
    void schedule(int64_t epoch, int64_t index);
    std::shared_ptr<Job> takeFirst();
    void work(size_t worker);
    void keep(size_t worker, std::vector<LoaderRange>& ranges);
    void end();
    void checkMemory(const Experiment& experiment) const;

    const BatchSampler& m_sampler;
    const bool m_isUsed;
    const ImageShape m_image;
    const LoaderTask m_reading;
    const Augmentation m_augmentation;
    const std::vector<float> m_black;
    const uint64_t m_seed;
    const int64_t m_ahead;         ///< batches that are prepared in advance
    const int64_t m_share;         ///< images of a batch that a worker takes at once
    const MakeTensor m_makePinned; ///< empty: batches are in usual memory
    LoaderTimes m_times;           ///< of the training thread

    std::mutex m_mutex; ///< guards the rest
    std::condition_variable m_hasWork;
    std::condition_variable m_isDone;
    std::condition_variable m_goesOn;
    std::deque<std::shared_ptr<Job>> m_scheduled; ///< in the order in which they are taken
    std::deque<std::shared_ptr<Job>> m_waiting;   ///< those of them with images that no worker has begun
    std::vector<LoaderWork> m_work;               ///< by worker
    bool m_isRecorded = false;                    ///< changed by the training thread only
    int64_t m_recordedFromNs = 0;
    // Changed with the mutex locked, and read by workers between two images:
    std::atomic<bool> m_isOver = false;
    std::atomic<bool> m_isPaused = false;
    std::vector<std::thread> m_workers;
};

} // namespace stepscope
