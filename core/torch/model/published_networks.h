#pragma once

#include "core/data/kinds/data_set_kinds.h"
#include "core/torch/model/network.h"

#include <memory>

namespace stepscope {

// Networks of the literature, for images of this shape and this number of classes; checkShapes() says which
// shapes fit. With 3 x 224 x 224 and 1,000 classes (LeNet-5: 1 x 32 x 32 and 10) they have the parameters and
// multiply-accumulates that are published. Their layers have the names of torchvision's models
// (https://pytorch.org/vision/stable/models.html), which are also the source of details that the papers leave
// open, except where another source is named. The result goes through a log_softmax; the last three are for
// other tasks, see Network.

/// Y. LeCun, L. Bottou, Y. Bengio, P. Haffner: Gradient-based learning applied to document recognition, 1998;
/// with tanh, plain average pooling, all connections between the first two convolutions, and a linear last
/// layer, as in today's textbooks (A. Zhang et al., Dive into Deep Learning). Layers are named as in
/// PyTorch's tutorial. Images of fewer than 32 pixels are padded to 32 in the first convolution, as MNIST's
/// are in the paper; fc1 takes as many values as the second pooling gives.
std::shared_ptr<Network> makeLeNet5(const ImageShape& images, int64_t classes);

/// A. Krizhevsky: One weird trick for parallelizing convolutional neural networks, 2014. Images under 64
/// pixels: the first convolution is 3 x 3 with stride 2 instead of 11 x 11 with stride 4, poolings are 2 x 2
/// instead of 3 x 3, and the classifier takes the pixels that are left instead of 6 x 6, as in variants for
/// CIFAR (https://github.com/icpm/pytorch-cifar10).
std::shared_ptr<Network> makeAlexNet(const ImageShape& images, int64_t classes);

/// K. Simonyan, A. Zisserman: Very deep convolutional networks for large-scale image recognition, 2014,
/// configurations A and D, without batch normalization. A pooling is left out where only one row or column
/// is left, and the classifier takes what is left instead of 7 x 7 where that is less: 1 x 1 for CIFAR, as in
/// S. Liu, W. Deng: Very deep convolutional neural network based image classification using small training
/// sample size, 2015.
std::shared_ptr<Network> makeVgg11(const ImageShape& images, int64_t classes);
std::shared_ptr<Network> makeVgg16(const ImageShape& images, int64_t classes);

/// K. He, X. Zhang, S. Ren, J. Sun: Deep residual learning for image recognition, 2015; ResNet-50 has the
/// stride in its 3 x 3 convolutions, as torchvision's. Images under 64 pixels: the first convolution is 3 x 3
/// without stride, and the max pooling is left out, as in the paper's networks for CIFAR, in this form by
/// https://github.com/kuangliu/pytorch-cifar.
std::shared_ptr<Network> makeResNet18(const ImageShape& images, int64_t classes);
std::shared_ptr<Network> makeResNet50(const ImageShape& images, int64_t classes);

/// M. Sandler, A. Howard, M. Zhu, A. Zhmoginov, L. Chen: MobileNetV2: Inverted residuals and linear
/// bottlenecks, 2018. Images under 64 pixels: no stride in the first convolution and in the blocks of 24
/// channels, as in https://github.com/kuangliu/pytorch-cifar.
std::shared_ptr<Network> makeMobileNetV2(const ImageShape& images, int64_t classes);

/// ViT-Ti/16: A. Dosovitskiy et al., An image is worth 16x16 words, 2020, in the size of H. Touvron et al.,
/// Training data-efficient image transformers, 2020, which torchvision lacks. Layers are named as in
/// https://github.com/huggingface/pytorch-image-models. Images under 64 pixels, and those whose size is no
/// multiple of 16, have patches of 4 x 4 instead of 16 x 16 pixels.
std::shared_ptr<Network> makeVitTiny(const ImageShape& images, int64_t classes);

/// G. E. Hinton, R. R. Salakhutdinov: Reducing the dimensionality of data with neural networks, 2006: the
/// encoder of MNIST with 1000, 500, 250 and 30 values, and its mirror image. The hidden values are sigmoids,
/// the 30 values of the code and the pixels are linear, since the images are normalized; without the paper's
/// training layer by layer.
std::shared_ptr<Network> makeAutoencoder(const ImageShape& images);

/// A. Karpathy: char-rnn, 2015 (https://github.com/karpathy/char-rnn): two LSTM layers of 128 values, which
/// get each character as a vector of zeros and a one, and a linear layer. Each sequence starts from zeros.
std::shared_ptr<Network> makeCharLstm(int64_t characters);

/// The GPT that A. Karpathy's nanoGPT (https://github.com/karpathy/nanoGPT, 2022) trains on characters
/// without a GPU: four blocks of four heads with 128 values, no biases, no dropout, and the weights of the
/// embedding also for the result. `length`: the number of characters that a prediction can use.
std::shared_ptr<Network> makeCharGpt(int64_t characters, int64_t length);

} // namespace stepscope
