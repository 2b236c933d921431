#include "core/torch/shared/torch_headers.h"

#include "core/torch/data/batch_sampler.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace stepscope;

class TestBatchSampler : public QObject
{
    Q_OBJECT

private:
    /// Ten images whose only pixel is their number, which is also their label.
    static BatchSampler sampler(int64_t batchSize, uint64_t seed)
    {
        const auto numbers = torch::arange(10, torch::kInt64);
        return {numbers.to(torch::kFloat32).view({10, 1, 1, 1}), numbers, batchSize, seed};
    }
    static std::vector<int64_t> epoch(const BatchSampler& sampler)
    {
        std::vector<int64_t> labels;
        for (int64_t i = 0; i < sampler.batches(); ++i) {
            const auto batch = sampler.batch(i);
            for (int64_t j = 0; j < batch.targets.size(0); ++j) {
                labels.push_back(batch.targets[j].item<int64_t>());
                if (batch.inputs[j].item<float>() != float(labels.back()))
                    return {}; // an image with another's label
            }
        }
        return labels;
    }

private Q_SLOTS:
    void eachImageComesOnceAnEpochWithItsLabel()
    {
        const auto labels = epoch(sampler(3, 1));
        QCOMPARE(labels.size(), size_t(10));
        QCOMPARE(std::set<int64_t>(labels.begin(), labels.end()).size(), size_t(10));
    }

    void theLastBatchHoldsTheRest()
    {
        const auto batches = sampler(4, 1);
        QCOMPARE(batches.batches(), int64_t(3));
        QCOMPARE(batches.batch(2).targets.size(0), int64_t(2));
    }

    void theOrderDependsOnTheSeedAlone()
    {
        QCOMPARE(epoch(sampler(3, 7)), epoch(sampler(5, 7)));
        QVERIFY(epoch(sampler(3, 7)) != epoch(sampler(3, 8)));
    }

    void onlyChosenSamplesAreInAnEpoch()
    {
        const auto numbers = torch::arange(10, torch::kInt64);
        BatchSampler chosen{numbers.to(torch::kFloat32).view({10, 1, 1, 1}), numbers, 3, 1,
                            torch::tensor({1, 4, 5, 9}, torch::kInt64)};
        QCOMPARE(chosen.count(), int64_t(4));
        QCOMPARE(chosen.batches(), int64_t(2));
        for (int i = 0; i < 3; ++i) {
            auto labels = epoch(chosen);
            std::ranges::sort(labels);
            QCOMPARE(labels, (std::vector<int64_t>{1, 4, 5, 9}));
            chosen.shuffle();
        }
    }

    void bytesBecomeTheFloatsThatTheyStandFor()
    {
        const auto bytes = torch::randint(0, 256, {10, 1, 28, 28}, torch::kUInt8);
        const auto values =
            torch::arange(256).to(torch::kFloat32).div_(255.0).sub_(0.1307).div_(0.3081).view({1, 256});
        const auto floats = bytes.to(torch::kFloat32).div_(255.0).sub_(0.1307).div_(0.3081);
        const auto numbers = torch::arange(10, torch::kInt64);
        const BatchSampler ofBytes(Samples(bytes, values), numbers, 4, 1);
        const BatchSampler ofFloats(floats, numbers, 4, 1);
        for (int64_t i = 0; i < ofBytes.batches(); ++i) {
            QVERIFY(torch::equal(ofBytes.batch(i).inputs, ofFloats.batch(i).inputs));
            QVERIFY(torch::equal(ofBytes.batch(i).targets, ofFloats.batch(i).targets));
        }
        const Samples images(bytes, values);
        QCOMPARE(images.count(), int64_t(10));
        QVERIFY(torch::equal(images.range(3, 5), floats.narrow(0, 3, 5)));
    }

    void eachChannelHasItsOwnFloats()
    {
        const auto bytes = torch::randint(0, 256, {40, 3, 32, 32}, torch::kUInt8);
        const auto factors = torch::tensor({1.0f, 2.0f, -3.0f});
        const auto values = torch::outer(factors, torch::arange(256).to(torch::kFloat32));
        const auto expected = bytes.to(torch::kFloat32) * factors.view({1, 3, 1, 1});
        QVERIFY(torch::equal(Samples(bytes, values).range(0, 40), expected));
        const auto numbers = torch::tensor({7, 3}, torch::kInt64);
        QVERIFY(torch::equal(Samples(bytes, values).select(numbers), expected.index_select(0, numbers)));
    }

    void everyEpochHasAnotherOrder()
    {
        auto batches = sampler(3, 1);
        const auto first = epoch(batches);
        batches.shuffle();
        QVERIFY(epoch(batches) != first);
    }
};

QTEST_GUILESS_MAIN(TestBatchSampler)
#include "test_batch_sampler.moc"
