#pragma once

#include "tests/core/import/model_files.h"

namespace stepscope::test {

/// An archive as torch.jit.save writes it: a pickled object and the code of its classes.
struct TorchModelFile
{
    std::string object;
    std::vector<std::pair<std::string, std::string>> code; ///< "__torch__.py" and what is in it
    std::string constants = pickle::tuple({});

    std::vector<std::pair<std::string, std::string>> entries() const
    {
        std::vector<std::pair<std::string, std::string>> all{{"net/data.pkl", pickle::whole(object)},
                                                             {"net/constants.pkl", pickle::whole(constants)},
                                                             {"net/version", "3\n"}};
        for (const auto& [name, content] : code)
            all.push_back({"net/code/" + name, content});
        return all;
    }
};

inline const char* convCode()
{
    return R"(class Conv2d(Module):
  __parameters__ = ["weight", "bias", ]
  __buffers__ = []
  weight : Tensor
  bias : Optional[Tensor]
  training : bool
  out_channels : Final[int] = 32
  padding_mode : Final[str] = "zeros"
  def forward(self: __torch__.torch.nn.modules.conv.Conv2d,
    input: Tensor) -> Tensor:
    weight = self.weight
    bias = self.bias
    _0 = (self)._conv_forward(input, weight, bias, )
    return _0
  def _conv_forward(self: __torch__.torch.nn.modules.conv.Conv2d,
    input: Tensor,
    weight: Tensor,
    bias: Optional[Tensor]) -> Tensor:
    _1 = torch.conv2d(input, weight, bias, [1, 1], [0, 0], [1, 1])
    return _1
)";
}

inline const char* functionCode()
{
    return R"(def relu(input: Tensor,
    inplace: bool=False) -> Tensor:
  if inplace:
    result = torch.relu_(input)
  else:
    result = torch.relu(input)
  return result
def dropout(input: Tensor,
    p: float=0.5,
    training: bool=True) -> Tensor:
  _2 = "dropout probability has to be between 0 and 1, but got {}"
  if torch.lt(p, 0.):
    _3 = True
  else:
    _3 = torch.gt(p, 1.)
  if _3:
    ops.prim.RaiseException(torch.format(_2, p), "builtins.ValueError")
  else:
    pass
  if torch.__not__(training):
    _4 = input
  else:
    _4 = torch.dropout(input, p, training)
  return _4
)";
}

/// A convolution, an activation, dropout that training leaves on, and a linear layer with a buffer.
inline TorchModelFile convNetFile()
{
    using namespace pickle;
    TorchModelFile file;
    const std::string conv = object(
        "__torch__.torch.nn.modules.conv.___torch_mangle_7.Conv2d",
        {{"weight", tensor("0", {32, 1, 3, 3})}, {"bias", tensor("1", {32})}, {"training", boolean(true)}});
    const std::string head =
        object("__torch__.Head", {{"w", tensor("2", {10, 21632})}, {"mean", tensor("3", {10})}});
    file.object = object("__torch__.Net",
                         {{"training", boolean(true)}, {"_hook", none()}, {"conv1", conv}, {"head", head}});
    file.code = {{"__torch__/torch/nn/modules/conv/___torch_mangle_7.py", convCode()},
                 {"__torch__/torch/nn/functional.py", functionCode()},
                 {"__torch__.py", R"(class Net(Module):
  __parameters__ = []
  conv1 : __torch__.torch.nn.modules.conv.___torch_mangle_7.Conv2d
  head : __torch__.Head
  def forward(self: __torch__.Net,
    x: Tensor,
    mask: Optional[Tensor]=None) -> Tensor:
    _0 = __torch__.torch.nn.functional.dropout
    conv1 = self.conv1
    x0 = __torch__.torch.nn.functional.relu((conv1).forward(x, ), False, )
    training = self.training
    x1 = _0(x0, 0.25, training, )
    if torch.__is__(mask, None):
      x2 = x1
    else:
      x2 = torch.mul(x1, mask)
    _1 = torch.size(x2, 0)
    head = self.head
    return (head).forward(torch.view(x2, [_1, -1]), )
class Head(Module):
  __parameters__ = ["w", ]
  __buffers__ = ["mean", ]
  w : Tensor
  mean : Tensor
  def forward(self: __torch__.Head,
    x: Tensor) -> Tensor:
    w = self.w
    mean = self.mean
    return torch.linear(torch.sub(x, mean), w, None)
)"}};
    return file;
}

} // namespace stepscope::test
