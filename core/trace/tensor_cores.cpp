#include "core/trace/tensor_cores.h"

#include <algorithm>

namespace stepscope {

bool usesTensorCores(std::string_view kernel)
{
    // The marks that PyTorch's plugin for TensorBoard looks for, and those of newer libraries, CUTLASS and
    // cuBLAS.
    static constexpr std::string_view marks[] = {"h884",
                                                 "s884",
                                                 "h1688",
                                                 "s1688",
                                                 "c1688",
                                                 "16816",
                                                 "i8816",
                                                 "hmma",
                                                 "conv1x1",
                                                 "conv2d_c1_k1",
                                                 "dgrad_1x1_stride_2x2",
                                                 "direct_group",
                                                 "first_layer_wgrad_kernel",
                                                 "xmma_gemm",
                                                 "xmma_implicit_gemm",
                                                 "xmma_sparse_conv",
                                                 "xmma_sparse_gemm",
                                                 "xmma_warp_specialized_implicit_gemm",
                                                 "tensorop",
                                                 "gmma",
                                                 "nvjet",
                                                 "flash_fwd",
                                                 "flash_bwd"};
    return std::ranges::any_of(marks,
                               [&](std::string_view mark) { return kernel.find(mark) != kernel.npos; });
}

bool canUseTensorCores(std::string_view operatorName)
{
    static constexpr std::string_view names[] = {"aten::_convolution",
                                                 "aten::addbmm",
                                                 "aten::addmm",
                                                 "aten::addmm_",
                                                 "aten::addmv",
                                                 "aten::addr",
                                                 "aten::baddbmm",
                                                 "aten::bmm",
                                                 "aten::chain_matmul",
                                                 "aten::conv1d",
                                                 "aten::conv2d",
                                                 "aten::conv3d",
                                                 "aten::conv_tbc",
                                                 "aten::conv_transpose1d",
                                                 "aten::conv_transpose2d",
                                                 "aten::conv_transpose3d",
                                                 "aten::convolution",
                                                 "aten::convolution_backward",
                                                 "aten::cudnn_convolution",
                                                 "aten::cudnn_convolution_backward",
                                                 "aten::cudnn_convolution_transpose",
                                                 "aten::cudnn_convolution_transpose_backward",
                                                 "aten::gru_cell",
                                                 "aten::linalg_multi_dot",
                                                 "aten::linear",
                                                 "aten::lstm_cell",
                                                 "aten::matmul",
                                                 "aten::mm",
                                                 "aten::mv",
                                                 "aten::prelu",
                                                 "aten::scaled_dot_product_attention"};
    return std::ranges::binary_search(names, operatorName);
}

bool isMatrixKernel(std::string_view kernel)
{
    static constexpr std::string_view marks[] = {"scudnn", "hcudnn",       "convolve", "implicit_con",
                                                 "dgrad",  "wgrad",        "fprop",    "winograd",
                                                 "fmha",   "splitKreduce", "conv2d",   "conv3d"};
    const auto has = [kernel](std::string_view mark) { return kernel.find(mark) != kernel.npos; };
    if (usesTensorCores(kernel) || std::ranges::any_of(marks, has))
        return true;
    constexpr std::string_view product = "gemm";
    for (size_t at = kernel.find(product); at != kernel.npos; at = kernel.find(product, at + 1)) {
        const bool isOfLibrary = at >= 2 && kernel.substr(at - 2, 2) == "fb"; // FBGEMM has other kernels, too
        if (!isOfLibrary)
            return true;
    }
    return false;
}

bool isElementKernel(std::string_view kernel)
{
    return kernel.find("at::native::") != kernel.npos;
}

} // namespace stepscope
