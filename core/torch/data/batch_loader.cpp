#include "core/torch/data/batch_loader.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

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

/// Empty for samples that are no images, which need no loader.
ImageShape imageShapeOf(const Samples& samples)
{
    const auto& shape = samples.shape();
    if (shape.size() != 4)
        return {};
    return {.channels = shape[1], .rows = shape[2], .columns = shape[3]};
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
    , m_image(imageShapeOf(sampler.samples()))
    , m_reading(sampler.samples().areFiles() ? LoaderTask::Decode : LoaderTask::Collect)
    , m_augmentation(parseAugmentation(experiment.augmentation))
    , m_black(m_isUsed ? sampler.samples().black() : std::vector<float>())
    , m_seed(uint64_t(experiment.seed))
    , m_ahead(m_isUsed ? experiment.loaderWorkers * experiment.prefetch : 0)
    , m_share(imagesAtOnce(sampler.samples()))
    , m_makePinned(pinsBatches(sampler, experiment) ? makePinned : MakeTensor())
{
    checkMemory(experiment);
    m_work.resize(m_isUsed ? size_t(experiment.loaderWorkers) : 0);
    try {
        for (size_t i = 0; i < m_work.size(); ++i) {
            m_workers.emplace_back([this, i] { work(i); });
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

float* BatchLoader::placeOf(const Job& job, int64_t number) const
{
    return job.batch.inputs.data_ptr<float>() + number * m_image.pixels();
}

/// Without LibTorch's operators, so that any thread may do it and nothing is recorded.
void BatchLoader::readImage(const Job& job, int64_t number, float* to) const
{
    m_sampler.samples().write(job.numbers.data_ptr<int64_t>()[number], to);
}

/// Likewise without LibTorch's operators.
void BatchLoader::augmentImage(const Job& job, int64_t number, const float* original) const
{
    const int64_t image = job.numbers.data_ptr<int64_t>()[number];
    const auto draw = drawAugmentation(m_augmentation, m_seed, job.epoch, image);
    applyAugmentation(draw, m_image, m_black.data(), original, placeOf(job, number));
}

void BatchLoader::prepareImages(const Job& job, int64_t first, int64_t last) const
{
    std::vector<float> original(m_augmentation.isNone() ? 0 : size_t(m_image.pixels()));
    for (auto i = first; i < last; ++i) {
        readImage(job, i, original.empty() ? placeOf(job, i) : original.data());
        if (!original.empty())
            augmentImage(job, i, original.data());
    }
}

/// Those images that no other worker has begun. Leaves the rest if the loader ends.
void BatchLoader::prepareByWorker(Job& job, WorkerState& state)
{
    auto& ranges = state.ranges;
    ranges.push_back({.task = LoaderTask::Batch, .batch = job.index, .startNs = monotonicNs()});
    const auto count = job.numbers.size(0);
    while (!m_isOver) {
        const auto first = job.next.fetch_add(m_share);
        if (first >= count)
            break;
        prepareShare(job, first, std::min(first + m_share, count), state);
    }
    if (ranges.size() == 1) // others had begun all images
        ranges.clear();
    else
        ranges.front().endNs = ranges.back().endNs;
}

/// If several images fail, the failure of the batch is that of the first, whichever worker is faster.
void BatchLoader::prepareShare(Job& job, int64_t first, int64_t last, WorkerState& state)
{
    Share share{.first = first, .last = last, .at = first};
    std::exception_ptr failure;
    try {
        prepareImages(job, share, state);
    } catch (...) {
        failure = std::current_exception();
    }
    const std::lock_guard lock(m_mutex);
    job.preparedNs += share.preparedNs;
    job.left -= last - first;
    if (failure && (!job.failure || share.at < job.failed)) {
        job.failure = failure;
        job.failed = share.at;
    }
    if (job.left == 0)
        m_isDone.notify_one();
}

/// First reads all, then augments all: so there are two ranges of a share, and not two of each image.
void BatchLoader::prepareImages(Job& job, Share& share, WorkerState& state)
{
    if (m_augmentation.isNone()) {
        forImages(m_reading, job, share, state, [&](int64_t i) { readImage(job, i, placeOf(job, i)); });
        return;
    }
    state.originals.resize(size_t((share.last - share.first) * m_image.pixels()));
    const auto original = [&](int64_t i) {
        return state.originals.data() + (i - share.first) * m_image.pixels();
    };
    forImages(m_reading, job, share, state, [&](int64_t i) { readImage(job, i, original(i)); });
    forImages(LoaderTask::Augment, job, share, state, [&](int64_t i) { augmentImage(job, i, original(i)); });
}

/// Calls `doWith` for each image of a share. A pause in between is a wait. Leaves the rest if the loader
/// ends.
template<typename Do>
void BatchLoader::forImages(LoaderTask task, const Job& job, Share& share, WorkerState& state,
                            const Do& doWith)
{
    int64_t startNs = monotonicNs();
    const auto endRange = [&](LoaderTask done) {
        const int64_t endNs = monotonicNs();
        state.ranges.push_back(
            {.task = done, .isPart = true, .batch = job.index, .startNs = startNs, .endNs = endNs});
        return endNs - std::exchange(startNs, endNs);
    };
    for (share.at = share.first; share.at < share.last && !m_isOver; ++share.at) {
        if (m_isPaused) {
            share.preparedNs += endRange(task);
            waitWhilePaused();
            endRange(LoaderTask::Wait);
        }
        doWith(share.at);
    }
    share.preparedNs += endRange(task);
}

void BatchLoader::waitWhilePaused()
{
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

void BatchLoader::work(size_t worker)
{
    const auto hasWork = [this] { return m_isOver || (!m_isPaused && !m_waiting.empty()); };
    WorkerState state;
    std::unique_lock lock(m_mutex);
    m_work[worker].threadId = syscall(SYS_gettid);
    for (;;) {
        if (!hasWork()) {
            const int64_t startNs = monotonicNs();
            m_hasWork.wait(lock, hasWork);
            state.ranges.push_back({.task = LoaderTask::Wait, .startNs = startNs, .endNs = monotonicNs()});
            keep(worker, state.ranges);
        }
        if (m_isOver)
            return;
        const auto job = m_waiting.front();
        lock.unlock();
        prepareByWorker(*job, state);
        lock.lock();
        keep(worker, state.ranges);
        if (!m_waiting.empty() && m_waiting.front() == job) // no other worker has found the end of its images
            m_waiting.pop_front();
    }
}

/// With the mutex locked. Takes the ranges, as far as they are recorded.
void BatchLoader::keep(size_t worker, std::vector<LoaderRange>& ranges)
{
    for (LoaderRange range : ranges) {
        if (!m_isRecorded || range.endNs <= m_recordedFromNs)
            continue;
        range.startNs = std::max(range.startNs, m_recordedFromNs);
        m_work[worker].ranges.push_back(range);
    }
    ranges.clear();
}

void BatchLoader::setRecorded(bool isRecorded)
{
    if (isRecorded == m_isRecorded)
        return;
    const std::lock_guard lock(m_mutex);
    m_isRecorded = isRecorded;
    m_recordedFromNs = monotonicNs();
    for (LoaderWork& work : m_work)
        work.ranges.clear();
}

std::vector<LoaderWork> BatchLoader::takeWork()
{
    std::vector<LoaderWork> taken;
    const std::lock_guard lock(m_mutex);
    for (LoaderWork& work : m_work)
        taken.push_back({work.threadId, std::exchange(work.ranges, {})});
    return taken;
}

LoaderTimes BatchLoader::takeTimes()
{
    return std::exchange(m_times, {});
}

} // namespace stepscope
