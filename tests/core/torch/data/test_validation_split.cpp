#include "core/torch/shared/torch_headers.h"

#include "core/torch/data/validation_split.h"

#include <QtTest>

#include <vector>

using namespace stepscope;

class TestValidationSplit : public QObject
{
    Q_OBJECT

    static Experiment withShare(double share, int64_t seed = 1)
    {
        return {.dataset = "synthetic", .validationShare = share, .seed = seed};
    }

private Q_SLOTS:
    void withoutAShareNothingIsSetAside()
    {
        const auto split = splitSamples(withShare(0), 100);
        QVERIFY(!split.train.defined() && !split.validation.defined());
    }

    void eachSampleIsInOneOfTheTwo_data()
    {
        QTest::addColumn<double>("share");
        QTest::addColumn<int>("samples");
        QTest::addColumn<int>("aside");
        QTest::newRow("a tenth") << 0.1 << 600 << 60;
        QTest::newRow("rounded down") << 0.33 << 10 << 3;
        QTest::newRow("rounded up") << 0.25 << 10 << 3;
        QTest::newRow("most") << 0.99 << 200 << 198;
    }
    void eachSampleIsInOneOfTheTwo()
    {
        QFETCH(const double, share);
        QFETCH(const int, samples);
        QFETCH(const int, aside);
        for (const auto* dataSet : {"synthetic", "tiny-shakespeare"}) {
            auto experiment = withShare(share);
            experiment.dataset = dataSet;
            const auto split = splitSamples(experiment, samples);
            QCOMPARE(split.validation.size(0), aside);
            QCOMPARE(split.train.size(0), samples - aside);
            const auto all = std::get<0>(torch::cat({split.train, split.validation}).sort());
            QVERIFY(torch::equal(all, torch::arange(samples, torch::kInt64)));
        }
    }

    void theSeedAloneDrawsTheSamples()
    {
        const auto split = splitSamples(withShare(0.2), 1000);
        torch::manual_seed(7);
        torch::rand({5});
        auto same = withShare(0.2);
        same.network = "mlp";
        same.batchSize = 3;
        QVERIFY(torch::equal(splitSamples(same, 1000).validation, split.validation));
        QVERIFY(!torch::equal(splitSamples(withShare(0.2, 2), 1000).validation, split.validation));
        const auto least = split.validation.min().item<int64_t>();
        QVERIFY(split.validation.max().item<int64_t>() - least > 500); // they are from everywhere
    }

    void ofATextTheLastPartIsSetAside()
    {
        auto experiment = withShare(0.25);
        experiment.dataset = "tiny-shakespeare";
        const auto split = splitSamples(experiment, 8);
        QVERIFY(torch::equal(split.train, torch::arange(6, torch::kInt64)));
        QVERIFY(torch::equal(split.validation, torch::tensor({6, 7}, torch::kInt64)));
    }
};

QTEST_GUILESS_MAIN(TestValidationSplit)
#include "test_validation_split.moc"
