#pragma once

#include "core/experiment/augmentation.h"
#include "core/experiment/experiment.h"
#include "core/torch/data/batch_sampler.h"

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

    std::shared_ptr<Job> makeJob(int64_t epoch, int64_t index) const;
    torch::Tensor pinnedCopy(const torch::Tensor& tensor) const;
    Batch inItsMemory(const Batch& batch) const;
    void prepareImage(const Job& job, int64_t number, std::vector<float>& original) const;
    void prepareImages(const Job& job, int64_t first, int64_t last) const;
    void prepareByWorker(Job& job);
    void prepareShare(Job& job, int64_t first, int64_t last, std::vector<float>& original);
    void waitWhilePaused();
    void prepareHere(Job& job) const;
    void schedule(int64_t epoch, int64_t index);
    std::shared_ptr<Job> takeFirst();
    void work();
    void end();
    void checkMemory(const Experiment& experiment) const;

    const BatchSampler& m_sampler;
    const bool m_isUsed;
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
    // Changed with the mutex locked, and read by workers between two images:
    std::atomic<bool> m_isOver = false;
    std::atomic<bool> m_isPaused = false;
    std::vector<std::thread> m_workers;
};

} // namespace stepscope
