#include "core/base/text/short_names.h"
#include "core/base/text/symbol_name.h"

#include "tests/support/std_string.h"

#include <QTest>

using namespace stepscope;

class TestSymbolName : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kernelsAreShortened_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* expected) {
            QTest::newRow(expected) << QByteArray(name) << QByteArray(expected);
        };
        row("void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>, "
            "at::detail::Array<char*, 3> >(int, at::native::AddFunctor<float>, at::detail::Array<char*, 3>)",
            "vectorized_elementwise_kernel<4, AddFunctor<float>, Array<char*, 3>>");
        row("void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
            "namespace)::clamp_min_scalar_kernel_impl(at::TensorIterator&, "
            "c10::Scalar)::{lambda()#1}::operator()() const::{lambda(float)#1}, at::detail::Array<char*, 2> "
            ">(int)",
            "vectorized_elementwise_kernel<4, clamp_min_scalar_kernel_impl, Array<char*, 2>>");
        row("void at::native::reduce_kernel<128, 4, at::native::ReduceOp<float, "
            "at::native::func_wrapper_t<float, at::native::sum_functor<float, float, "
            "float>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, float, 4> "
            ">(at::native::ReduceOp<float>)",
            "reduce_kernel<128, 4, ReduceOp<float, func_wrapper_t<float, sum_functor<float, float, float>>, "
            "unsigned int, float, 4>>");
        row("void at::native::scatter<4, at::native::kernel<false>::operator()<at::native::Assign>("
            "at::Tensor&)::{lambda()#1}>(int)",
            "scatter<4, kernel<false>>");
        row("void cub::DeviceScanKernel<cub::AgentScanPolicy<128, (cub::BlockLoadAlgorithm)3>, int*>(int*)",
            "DeviceScanKernel<AgentScanPolicy<128, 3>, int*>");
        row("cub::DeviceReduce<int>::run<float>(int)", "DeviceReduce<int>::run<float>");
        row("void (anonymous namespace)::softmax_warp_forward<float, float, float, 8, false>(float*)",
            "softmax_warp_forward<float, float, float, 8, false>");
        row("foo(int)", "foo");
        row("_ZN17cutlass__5x_cudnn6KernelINS_4conv6kernel23ImplicitGemmConvolutionINS1_"
            "11threadblock22ImplicitGemm"
            "MultistageINS_4gemm9GemmShapeILi64ELi128ELi16EEEEEEEEvNT_6ParamsE",
            "Kernel<ImplicitGemmConvolution<…>>");
        row("_ZN2at6native4copyEv", "copy");
        row("_Z9my_kernelPfi", "my_kernel");
        row("_ZN2at6native6kernelILi4EfEEvi", "kernel<…>");
        row("_ZN3cub6kernelINS_6PolicyEEEvv", "kernel<Policy>");
        row("void softmax<float>(int)", "softmax<float>");
        row("cublasGemv<float const>(int)", "cublasGemv<float const>");
    }
    void kernelsAreShortened()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(shortSymbol(name.toStdString())), expected);
    }

    void otherTextStays_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char* name :
             {"", "nvjet_sss_128x64", "Memcpy HtoD (Pageable -> Device)", "Memset (Device)", "[CUDA memset]",
              "triton_poi_fused_add_0", "a > b < c", "void broken<int", "void broken(int", "void a>b::c",
              "_Z", "_ZL", "_Z99a", "_ZN", "train.py(12): step"})
            QTest::newRow(name) << QByteArray(name);
        QTest::newRow("long") << QByteArray("void ") + QByteArray(20'000, 'a') + "<int>(int)";
        QTest::newRow("nested") << QByteArray("void a") + QByteArray(1'000, '<') + QByteArray(1'000, '>');
    }
    void otherTextStays()
    {
        QFETCH(QByteArray, name);
        QCOMPARE(QByteArray::fromStdString(shortSymbol(name.toStdString())), name);
    }

    void aShortFormThatTwoNamesShareIsNotUsed()
    {
        ShortNames names(&shortSymbol);
        for (const char* name : {"void a::copy<int>(int)", "void b::copy<int>(long)",
                                 "void a::fill<int>(int)", "void a::fill<int>(int)"})
            names.add(name);
        QCOMPARE(names.of("void a::copy<int>(int)"), std::string("void a::copy<int>(int)"));
        QCOMPARE(names.of("void b::copy<int>(long)"), std::string("void b::copy<int>(long)"));
        QCOMPARE(names.of("void a::fill<int>(int)"), std::string("fill<int>"));
        QCOMPARE(names.of("void a::other<int>(int)"), std::string("other<int>"));
    }
};

QTEST_GUILESS_MAIN(TestSymbolName)
#include "test_symbol_name.moc"
