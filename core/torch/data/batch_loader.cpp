#include "core/torch/data/batch_loader.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"

#include <pthread.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

namespace stepscope {

namespace {

/// The number of images that are prepared in one go: threads would wait for each other over fewer pixels.
int64_t imagesAtOnce(const Samples& samples)
{
    constexpr int64_t pixelsAtOnce = 65'536;
    const auto& shape = samples.shape();
    int64_t pixels = 1;
    for (size_t i = 1; i < shape.size(); ++i)
        pixels *= shape[i];
    return std::max<int64_t>(1, pixelsAtOnce / std::max<int64_t>(pixels, 1));
}

/// A measurement of memory may keep on the GPU what the training copies.
bool pinsBatches(const BatchSampler& sampler, const Experiment& experiment)
{
    return experiment.pinnedMemory && usesField(experiment, "pinned_memory") &&
           sampler.samples().device().is_cpu();
}

} // namespace

torch::Tensor pinnedTensor(torch::IntArrayRef shape, torch::ScalarType type)
{
    return torch::empty(shape, torch::TensorOptions(type).pinned_memory(true));
}

Batch copiedTo(torch::Device device, const Batch& batch, const Experiment& experiment)
{
    return {batch.inputs.to(device, experiment.asyncCopies),
            batch.targets.to(device, experiment.asyncCopies)};
}

BatchLoader::BatchLoader(const BatchSampler& sampler, const Experiment& experiment,
                         const MakeTensor& makePinned)
    : m_sampler(sampler)
    , m_isUsed(usesLoader(experiment))
    , m_augmentation(parseAugmentation(experiment.augmentation))
    , m_black(m_isUsed ? sampler.samples().black() : std::vector<float>())
    , m_seed(uint64_t(experiment.seed))
    , m_ahead(m_isUsed ? experiment.loaderWorkers * experiment.prefetch : 0)
    , m_share(imagesAtOnce(sampler.samples()))
    , m_makePinned(pinsBatches(sampler, experiment) ? makePinned : MakeTensor())
{
    checkMemory(experiment);
    try {
        for (int64_t i = 0; m_isUsed && i < experiment.loaderWorkers; ++i) {
            m_workers.emplace_back([this] { work(); });
            const auto name = "loader " + std::to_string(i + 1);
            pthread_setname_np(m_workers.back().native_handle(), name.c_str());
        }
    } catch (const std::system_error& problem) {
        end();
        throw Error(
            translated(
                "Only {count} of {wanted} loader workers could be started: the system allows no "
                "more threads. Use fewer --loader-workers.",
                {{"count", formatCount(workers())}, {"wanted", formatCount(experiment.loaderWorkers)}}),
            problem.what());
    }
}

/// Of the batches that are prepared in advance, which exist at the same time.
void BatchLoader::checkMemory(const Experiment& experiment) const
{
    if (m_ahead == 0)
        return;
    const auto& shape = m_sampler.samples().shape();
    const auto images = std::min(shape[0], (1 + m_ahead) * experiment.batchSize);
    const double bytes = double(images * shape[1] * shape[2] * shape[3]) * double(sizeof(float));
    const double usable = double(usableMemoryBytes()) / 2;
    if (bytes > usable)
        throw Error(
            translated("The batches that {workers} loader workers prepare in advance need {size}, more "
                       "than half of the memory: use fewer --loader-workers, a smaller --prefetch or "
                       "a smaller batch size.",
                       {{"workers", formatCount(experiment.loaderWorkers)}, {"size", formatBytes(bytes)}}));
}

BatchLoader::~BatchLoader()
{
    end();
}

void BatchLoader::end()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
        m_waiting.clear();
    }
    m_hasWork.notify_all();
    m_goesOn.notify_all();
    for (auto& worker : m_workers)
        worker.join();
}

std::shared_ptr<BatchLoader::Job> BatchLoader::makeJob(int64_t epoch, int64_t index) const
{
    auto job = std::make_shared<Job>();
    job->epoch = epoch;
    job->index = index;
    job->numbers = m_sampler.numbers(index);
    job->left = job->numbers.size(0);
    auto shape = m_sampler.samples().shape();
    shape[0] = job->left;
    const bool isPinned = m_makePinned && !m_workers.empty();
    job->batch = {isPinned ? m_makePinned(shape, torch::kFloat32) : torch::empty(shape, torch::kFloat32),
                  m_sampler.targets().index_select(0, job->numbers)};
    if (isPinned)
        job->batch.targets = pinnedCopy(job->batch.targets);
    return job;
}

torch::Tensor BatchLoader::pinnedCopy(const torch::Tensor& tensor) const
{
    return m_makePinned(tensor.sizes(), tensor.scalar_type()).copy_(tensor);
}

/// The batch in page-locked memory, if the experiment wants it there.
Batch BatchLoader::inItsMemory(const Batch& batch) const
{
    if (!m_makePinned)
        return batch;
    return {pinnedCopy(batch.inputs), pinnedCopy(batch.targets)};
}

/// Without LibTorch's operators, so that any thread may do it and nothing is recorded. `original` is reused.
void BatchLoader::prepareImage(const Job& job, int64_t number, std::vector<float>& original) const
{
    const Samples& images = m_sampler.samples();
    const auto& sizes = images.shape();
    const ImageShape shape{.channels = sizes[1], .rows = sizes[2], .columns = sizes[3]};
    const int64_t image = job.numbers.data_ptr<int64_t>()[number];
    float* const to = job.batch.inputs.data_ptr<float>() + number * shape.pixels();
    if (m_augmentation.isNone()) {
        images.write(image, to);
        return;
    }
    original.resize(size_t(shape.pixels()));
    images.write(image, original.data());
    const auto draw = drawAugmentation(m_augmentation, m_seed, job.epoch, image);
    applyAugmentation(draw, shape, m_black.data(), original.data(), to);
}

void BatchLoader::prepareImages(const Job& job, int64_t first, int64_t last) const
{
    std::vector<float> original;
    for (auto i = first; i < last; ++i)
        prepareImage(job, i, original);
}

/// Those images that no other worker has begun. Leaves the rest if the loader ends.
void BatchLoader::prepareByWorker(Job& job)
{
    std::vector<float> original;
    const auto count = job.numbers.size(0);
    while (!m_isOver) {
        const auto first = job.next.fetch_add(m_share);
        if (first >= count)
            return;
        prepareShare(job, first, std::min(first + m_share, count), original);
    }
}

/// If several images fail, the failure of the batch is that of the first, whichever worker is faster.
void BatchLoader::prepareShare(Job& job, int64_t first, int64_t last, std::vector<float>& original)
{
    int64_t preparedNs = 0;
    std::exception_ptr failure;
    auto i = first;
    try {
        for (; i < last && !m_isOver; ++i) {
            waitWhilePaused();
            const auto beginNs = monotonicNs();
            prepareImage(job, i, original);
            preparedNs += monotonicNs() - beginNs;
        }
    } catch (...) {
        failure = std::current_exception();
    }
    const std::lock_guard lock(m_mutex);
    job.preparedNs += preparedNs;
    job.left -= last - first;
    if (failure && (!job.failure || i < job.failed)) {
        job.failure = failure;
        job.failed = i;
    }
    if (job.left == 0)
        m_isDone.notify_one();
}

void BatchLoader::waitWhilePaused()
{
    if (!m_isPaused)
        return;
    std::unique_lock lock(m_mutex);
    m_goesOn.wait(lock, [this] { return !m_isPaused || m_isOver; });
}

void BatchLoader::setPaused(bool isPaused)
{
    {
        const std::lock_guard lock(m_mutex);
        m_isPaused = isPaused;
    }
    m_goesOn.notify_all();
    m_hasWork.notify_all();
}

/// On the training thread and those of LibTorch's operators. A profile shows it as one call.
void BatchLoader::prepareHere(Job& job) const
{
    at::RecordFunction function(at::RecordScope::FUNCTION);
    if (function.isActive())
        function.before("stepscope::prepare_batch");
    at::parallel_for(0, job.numbers.size(0), m_share,
                     [&](int64_t first, int64_t last) { prepareImages(job, first, last); });
}

Batch BatchLoader::batch(int64_t epoch, int64_t index)
{
    if (!m_isUsed)
        return inItsMemory(m_sampler.batch(index));
    if (m_workers.empty()) {
        const auto job = makeJob(epoch, index);
        prepareHere(*job);
        return inItsMemory(job->batch);
    }
    const auto beginNs = monotonicNs();
    at::RecordFunction function(at::RecordScope::FUNCTION);
    if (function.isActive())
        function.before("stepscope::next_batch");
    schedule(epoch, index);
    const auto job = takeFirst();
    m_times.waitedNs += monotonicNs() - beginNs;
    m_times.preparedNs += job->preparedNs;
    ++m_times.batches;
    if (job->failure)
        std::rethrow_exception(job->failure);
    return std::move(job->batch);
}

/// Adds the batches from this one to the last that is prepared in advance. Those of another order are
/// dropped.
void BatchLoader::schedule(int64_t epoch, int64_t index)
{
    std::unique_lock lock(m_mutex);
    if (!m_scheduled.empty() &&
        (m_scheduled.front()->epoch != epoch || m_scheduled.front()->index != index)) {
        m_scheduled.clear();
        m_waiting.clear();
    }
    const auto end = std::min(index + 1 + m_ahead, m_sampler.batches());
    auto next = m_scheduled.empty() ? index : m_scheduled.back()->index + 1;
    lock.unlock();
    for (; next < end; ++next) {
        auto job = makeJob(epoch, next);
        lock.lock();
        m_scheduled.push_back(job);
        m_waiting.push_back(std::move(job));
        lock.unlock();
        m_hasWork.notify_all();
    }
}

/// Waits for the first of those that are scheduled.
std::shared_ptr<BatchLoader::Job> BatchLoader::takeFirst()
{
    std::unique_lock lock(m_mutex);
    const auto job = m_scheduled.front();
    m_isDone.wait(lock, [&] { return job->left == 0; });
    m_scheduled.pop_front();
    return job;
}

void BatchLoader::work()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_hasWork.wait(lock, [this] { return m_isOver || (!m_isPaused && !m_waiting.empty()); });
        if (m_isOver)
            return;
        const auto job = m_waiting.front();
        lock.unlock();
        prepareByWorker(*job);
        lock.lock();
        if (!m_waiting.empty() && m_waiting.front() == job) // no other worker has found the end of its images
            m_waiting.pop_front();
    }
}

LoaderTimes BatchLoader::takeTimes()
{
    return std::exchange(m_times, {});
}

} // namespace stepscope
