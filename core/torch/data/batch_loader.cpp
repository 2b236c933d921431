#include "core/torch/data/batch_loader.h"

#include "core/base/clock.h"
#include "core/data/chosen/chosen_data_set.h"

#include <pthread.h>

#include <algorithm>
#include <string>
#include <utility>

namespace stepscope {

bool usesLoader(const Experiment& experiment)
{
    return experiment.loaderWorkers > 0 || !parseAugmentation(experiment.augmentation).isNone() ||
           decodesInSteps(experiment);
}

BatchLoader::BatchLoader(const BatchSampler& sampler, const Experiment& experiment)
    : m_sampler(sampler)
    , m_isUsed(usesLoader(experiment))
    , m_augmentation(parseAugmentation(experiment.augmentation))
    , m_black(m_isUsed ? sampler.images().black() : std::vector<float>())
    , m_seed(uint64_t(experiment.seed))
    , m_ahead(experiment.loaderWorkers * experiment.prefetch)
{
    try {
        for (int64_t i = 0; i < experiment.loaderWorkers; ++i) {
            m_workers.emplace_back([this] { work(); });
            const auto name = "loader " + std::to_string(i + 1);
            pthread_setname_np(m_workers.back().native_handle(), name.c_str());
        }
    } catch (...) { // too many threads for the system
        end();
        throw;
    }
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
    for (auto& worker : m_workers)
        worker.join();
}

std::shared_ptr<BatchLoader::Job> BatchLoader::makeJob(int64_t epoch, int64_t index) const
{
    auto job = std::make_shared<Job>();
    job->epoch = epoch;
    job->index = index;
    job->numbers = m_sampler.numbers(index);
    auto shape = m_sampler.images().shape();
    shape[0] = job->numbers.size(0);
    job->batch = {torch::empty(shape, torch::kFloat32), m_sampler.labels().index_select(0, job->numbers)};
    return job;
}

/// Without LibTorch's operators, so that any thread may do it and nothing is recorded.
void BatchLoader::prepareImages(const Job& job, int64_t first, int64_t last) const
{
    const Images& images = m_sampler.images();
    const auto& sizes = images.shape();
    const ImageShape shape{.channels = sizes[1], .rows = sizes[2], .columns = sizes[3]};
    const auto* numbers = job.numbers.data_ptr<int64_t>();
    float* const to = job.batch.images.data_ptr<float>();
    std::vector<float> original;
    for (auto i = first; i < last; ++i) {
        float* const image = to + i * shape.pixels();
        if (m_augmentation.isNone()) {
            images.write(numbers[i], image);
            continue;
        }
        original.resize(size_t(shape.pixels()));
        images.write(numbers[i], original.data());
        const auto draw = drawAugmentation(m_augmentation, m_seed, job.epoch, numbers[i]);
        applyAugmentation(draw, shape, m_black.data(), original.data(), image);
    }
}

/// On the training thread and those of LibTorch's operators. A profile shows it as one call.
void BatchLoader::prepareHere(Job& job) const
{
    at::RecordFunction function(at::RecordScope::FUNCTION);
    if (function.isActive())
        function.before("stepscope::prepare_batch");
    constexpr int64_t grain = 65'536; // pixels
    const auto pixels = job.batch.images.numel() / std::max<int64_t>(job.numbers.size(0), 1);
    at::parallel_for(0, job.numbers.size(0), std::max<int64_t>(1, grain / std::max<int64_t>(pixels, 1)),
                     [&](int64_t first, int64_t last) { prepareImages(job, first, last); });
}

Batch BatchLoader::batch(int64_t epoch, int64_t index)
{
    if (!m_isUsed)
        return m_sampler.batch(index);
    if (m_workers.empty()) {
        const auto job = makeJob(epoch, index);
        prepareHere(*job);
        return std::move(job->batch);
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
        m_hasWork.notify_one();
    }
}

/// Waits for the first of those that are scheduled.
std::shared_ptr<BatchLoader::Job> BatchLoader::takeFirst()
{
    std::unique_lock lock(m_mutex);
    const auto job = m_scheduled.front();
    m_isDone.wait(lock, [&] { return job->isDone; });
    m_scheduled.pop_front();
    return job;
}

void BatchLoader::work()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_hasWork.wait(lock, [this] { return m_isOver || !m_waiting.empty(); });
        if (m_isOver)
            return;
        const auto job = std::move(m_waiting.front());
        m_waiting.pop_front();
        lock.unlock();
        const auto beginNs = monotonicNs();
        std::exception_ptr failure;
        try {
            prepareImages(*job, 0, job->numbers.size(0));
        } catch (...) {
            failure = std::current_exception();
        }
        const auto preparedNs = monotonicNs() - beginNs;
        lock.lock();
        job->preparedNs = preparedNs;
        job->failure = std::move(failure);
        job->isDone = true;
        m_isDone.notify_one();
    }
}

LoaderTimes BatchLoader::takeTimes()
{
    return std::exchange(m_times, {});
}

} // namespace stepscope
