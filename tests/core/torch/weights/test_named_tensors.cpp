#include "core/torch/shared/torch_headers.h"

#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/torch/weights/named_tensors.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

struct TwoLayers : torch::nn::Module
{
    explicit TwoLayers(int64_t classes)
        : first(register_module("first", torch::nn::Linear(3, 4)))
        , norm(register_module("norm", torch::nn::BatchNorm1d(4)))
        , last(register_module("last", torch::nn::Linear(4, classes)))
    {
    }

    torch::nn::Linear first;
    torch::nn::BatchNorm1d norm;
    torch::nn::Linear last;
};

} // namespace

class TestNamedTensors : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;
    std::filesystem::path path() const { return m_folder.path() / "a.safetensors"; }

private Q_SLOTS:
    void everyTypeIsReadAsWritten()
    {
        NamedTensors tensors;
        for (const auto type : {at::kDouble, at::kFloat, at::kHalf, at::kBFloat16, at::kLong, at::kInt,
                                at::kShort, at::kChar, at::kByte, at::kBool})
            tensors.emplace_back(c10::toString(type), torch::arange(6).view({2, 3}).to(type));
        tensors.emplace_back("transposed", torch::arange(6).view({2, 3}).t());
        tensors.emplace_back("scalar", torch::tensor(7.5));
        tensors.emplace_back("nothing", torch::empty({0, 2}));
        saveTensors(path(), tensors);
        SafetensorsReader file(path());
        for (const auto& [name, tensor] : tensors) {
            const auto* const stored = file.find(name);
            QVERIFY2(stored, name.c_str());
            const auto read = loadTensor(file, *stored);
            QCOMPARE(read.scalar_type(), tensor.scalar_type());
            QVERIFY2(read.sizes() == tensor.sizes() && torch::equal(read, tensor.contiguous()), name.c_str());
        }
    }

    void aTypeThatSafetensorsLacksIsRefused()
    {
        const NamedTensors tensors{{"wave", torch::zeros({2}, at::kComplexFloat)}};
        QCOMPARE(failureOf([&] { saveTensors(path(), tensors); }),
                 std::string("The tensor wave has the type ComplexFloat, which cannot be saved."));
    }

    void weightsGoWhereTheyFit()
    {
        const TwoLayers before(10);
        saveTensors(path(), weightsOf(before));
        SafetensorsReader file(path());

        const TwoLayers same(10);
        const auto all = loadWeights(file, same);
        QCOMPARE(all.loaded, int64_t(9)); // of batch norm: weight, bias, mean, variance, count
        QVERIFY(all.leftOut.empty());
        QVERIFY(torch::equal(same.last->weight, before.last->weight));

        const TwoLayers other(3); // of classes
        const auto random = other.last->weight.clone();
        const auto found = loadWeights(file, other);
        QCOMPARE(found.leftOut, (std::vector<std::string>{"last.weight", "last.bias"}));
        QVERIFY(torch::equal(other.first->weight, before.first->weight));
        QVERIFY(torch::equal(other.last->weight, random));
    }

    void weightsOfACheckpointAreFound()
    {
        const TwoLayers before(10);
        NamedTensors tensors;
        addTensors(tensors, modelPrefix, weightsOf(before));
        saveTensors(path(), tensors);
        SafetensorsReader file(path());
        const TwoLayers after(10);
        QCOMPARE(loadWeights(file, after).loaded, int64_t(9));
        QVERIFY(torch::equal(after.first->bias, before.first->bias));
    }

    void aFileWithoutAnyWeightIsRefused()
    {
        saveTensors(path(), {{"else", torch::zeros({2})}});
        SafetensorsReader file(path());
        QCOMPARE(failureOf([&] { loadWeights(file, TwoLayers(10)); }),
                 path().string() + " has no tensor with the name and shape of a weight of this network.");
    }

    void whatMustBeThereIsNamed()
    {
        saveTensors(path(), {{"model.a", torch::zeros({2})}});
        SafetensorsReader file(path());
        QCOMPARE(failureOf([&] {
                     loadTensors(file, "model.", {{"b", torch::zeros({2})}});
                 }),
                 path().string() + " has no tensor model.b.");
        QCOMPARE(failureOf([&] {
                     loadTensors(file, "model.", {{"a", torch::zeros({3, 1})}});
                 }),
                 path().string() + ": the tensor model.a has the shape [2], not [3, 1].");
    }
};

QTEST_APPLESS_MAIN(TestNamedTensors)
#include "test_named_tensors.moc"
