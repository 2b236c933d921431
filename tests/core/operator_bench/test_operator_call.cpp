#include "core/base/error.h"
#include "core/operator_bench/operator_call.h"
#include "tests/core/operator_bench/typed_call.h"

#include <QtTest>

using namespace stepscope;

namespace {

QString textOf(const OperatorCall& call)
{
    return QString::fromStdString(call.text());
}

} // namespace

class TestOperatorCall : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTensors_data()
    {
        using Type = TypedTensor::Type;
        QTest::addColumn<QString>("text");
        QTest::addColumn<std::vector<int64_t>>("shape");
        QTest::addColumn<int>("type");
        QTest::addColumn<qint64>("below");
        QTest::newRow("shape") << "64x1x28x28" << std::vector<int64_t>{64, 1, 28, 28} << int(Type::Measured)
                               << qint64(0);
        QTest::newRow("one dimension")
            << "10" << std::vector<int64_t>{10} << int(Type::Measured) << qint64(0);
        QTest::newRow("scalar") << "scalar" << std::vector<int64_t>{} << int(Type::Measured) << qint64(0);
        QTest::newRow("integers") << "64:int10" << std::vector<int64_t>{64} << int(Type::Integer)
                                  << qint64(10);
        QTest::newRow("type") << "2x3:bfloat16" << std::vector<int64_t>{2, 3} << int(Type::Bfloat16)
                              << qint64(0);
    }

    void readsTensors()
    {
        QFETCH(QString, text);
        QFETCH(std::vector<int64_t>, shape);
        QFETCH(int, type);
        QFETCH(qint64, below);
        const auto tensor = typedTensor(text.toStdString());
        QVERIFY(tensor);
        QCOMPARE(tensor->shape, shape);
        QCOMPARE(int(tensor->type), type);
        QCOMPARE(tensor->below, below);
    }

    void otherTextIsNoTensor()
    {
        for (const char* text : {"", "x", "3x", "x3", "3xx3", "-1", "1.5", "2,2", "NxN", "3:float", "3:int",
                                 "3:int0", "99999999999999999999"})
            QVERIFY2(!typedTensor(text), text);
    }

    void argumentsAreByPositionOrByName()
    {
        const OperatorCall call = test::typedCall("conv2d 64x1x28x28 32x1x3x3 stride=2,2");
        QCOMPARE(call.name, std::string("aten::conv2d"));
        QCOMPARE(call.arguments.size(), size_t(3));
        QCOMPARE(call.arguments[1].text, std::string("32x1x3x3"));
        QCOMPARE(call.arguments[2].name, std::string("stride"));
        QCOMPARE(call.arguments[2].text, std::string("2,2"));
        QCOMPARE(textOf(call), "conv2d 64x1x28x28 32x1x3x3 stride=2,2");
        QCOMPARE(test::typedCall("prim::add 3").name, std::string("prim::add"));
        QVERIFY_THROWS_EXCEPTION(Error, test::typedCall("m/m 3"));
        QVERIFY_THROWS_EXCEPTION(Error, operatorCall({}));
    }

    void namedArgumentsAreReplaced()
    {
        OperatorCall call = test::typedCall("conv2d 3x3 stride=2,2");
        call.set({"stride", "1,1"});
        call.set({"groups", "2"});
        QCOMPARE(textOf(call), "conv2d 3x3 stride=1,1 groups=2");
    }

    void lettersGetSizes()
    {
        const OperatorCall call = test::typedCall("cat NxM+3xM dim=N");
        QCOMPARE(lettersOf(call), std::string("NM"));
        QCOMPARE(textOf(withSize(call, 'N', 7)), "cat 7xM+3xM dim=7");
        QCOMPARE(lettersOf(withSize(withSize(call, 'N', 7), 'M', 8)), std::string());
        QCOMPARE(lettersOf(test::typedCall("embedding N:int5 5x3")), std::string("N"));
    }

    void rangesAreALetterAndSizes()
    {
        const SizeRange range = sizeRange("N=100,200");
        QCOMPARE(range.letter, 'N');
        QCOMPARE(range.sizes, (std::vector<int64_t>{100, 200}));
        for (const char* text : {"", "N", "N=", "N=1,", "n=1", "N=0", "NM=1", "N=a"})
            QVERIFY_THROWS_EXCEPTION(Error, sizeRange(text));
    }

    void recordedCallsAreTyped()
    {
        const auto call =
            recordedCall("aten::conv2d", "[64, 1, 28, 28], [32, 1, 3, 3]; stride [2, 2], padding [1, 1]");
        QVERIFY(call);
        QCOMPARE(textOf(*call), "conv2d 64x1x28x28 32x1x3x3 stride=2,2 padding=1,1");
        QCOMPARE(textOf(*recordedCall("aten::cat", "[[2, 3], [4, 3]]")), "cat 2x3+4x3");
        QCOMPARE(textOf(*recordedCall("aten::item", "[]")), "item scalar");
        QCOMPARE(textOf(*recordedCall("aten::convolution_backward", "[1, 2], [3]; output mask [1, 1, 0]")),
                 "convolution_backward 1x2 3 output_mask=1,1,0");
        QVERIFY(!recordedCall("aten::rand", ""));
        QVERIFY(!recordedCall("aten::rand", "[3, 4"));
    }

    void everyCombinationOfSizesIsACall()
    {
        const OperatorCall call = test::typedCall("mm NxM MxN");
        const std::vector<std::string> ranges{"N=1,2", "M=3"};
        QStringList texts;
        for (const OperatorCall& each : callsInAllSizes(call, ranges))
            texts += QString::fromStdString(each.text());
        QCOMPARE(texts, QStringList({"mm 1x3 3x1", "mm 2x3 3x2"}));
        QCOMPARE(callsInAllSizes(test::typedCall("mm 2x2 2x2"), {}).size(), size_t(1));
    }

    void sizesMustFitTheCall()
    {
        const auto problemOf = [](const char* call, const std::vector<std::string>& ranges) {
            try {
                callsInAllSizes(test::typedCall(call), ranges);
            } catch (const Error& error) {
                return QString(error.what());
            }
            return QString();
        };
        QCOMPARE(problemOf("mm NxN NxN", {}),
                 "The dimension N has no size; add a range of sizes, as in N=100,200.");
        QCOMPARE(problemOf("mm 2x2 2x2", {"N=3"}), "N=3: mm 2x2 2x2 has no dimension N.");
        QVERIFY(problemOf("mm NxN NxN", {"N=a"}).contains("is not a range of sizes"));
        QCOMPARE(problemOf("mm NxN NxN", {"N=2", "N=3"}), "N=3: the dimension N already has sizes.");
        const std::string tenSizes = "=1,2,3,4,5,6,7,8,9,10";
        QCOMPARE(problemOf("sum AxBxCxDxE",
                           {"A" + tenSizes, "B" + tenSizes, "C" + tenSizes, "D" + tenSizes, "E" + tenSizes}),
                 "These sizes make more than 10,000 calls of sum AxBxCxDxE.");
    }

    void namesOfOperatorsHaveANamespace()
    {
        for (const char* name : {"aten::mm", "aten::add_", "torchvision::nms"})
            QVERIFY2(isOperatorName(name), name);
        for (const char* name :
             {"", "mm", "aten::", "::mm", "nccl:all_reduce", "cudaLaunchKernel",
              "autograd::engine::evaluate_function: MmBackward0", "Optimizer.step#SGD.step"})
            QVERIFY2(!isOperatorName(name), name);
    }
};

QTEST_APPLESS_MAIN(TestOperatorCall)
#include "test_operator_call.moc"
