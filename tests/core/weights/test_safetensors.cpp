#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/weights/safetensors.h"
#include "safetensors_file.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// With double quotes for single ones.
std::string json(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return text;
}

} // namespace

class TestSafetensors : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;

    std::filesystem::path file(const std::string& bytes) const
    {
        const auto path = m_folder.path() / "a.safetensors";
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }

    /// The error for a file with this content, without the name of the file.
    std::string reason(const std::string& bytes) const
    {
        const auto path = file(bytes);
        const auto sentence = failureOf([&] { SafetensorsReader{path}; });
        const auto start = path.string() + " cannot be read as tensors: ";
        return sentence.starts_with(start) ? sentence.substr(start.size()) : sentence;
    }

private Q_SLOTS:
    void whatIsWrittenIsRead()
    {
        const auto path = m_folder.path() / "written.safetensors";
        const std::array<float, 6> floats{1, 2, 3, 4, 5, -6.5F};
        const std::array<int64_t, 1> count{int64_t(1) << 40};
        const std::array<TensorToStore, 3> tensors{
            TensorToStore{"conv1.weight", "F32", {2, 3}, floats.data(), sizeof floats},
            TensorToStore{"steps", "I64", {}, count.data(), sizeof count},
            TensorToStore{"empty", "F32", {0, 4}, nullptr, 0}};
        writeSafetensors(path, tensors, {{"format", "pt"}});

        SafetensorsReader reader(path);
        QCOMPARE(reader.header().tensors.size(), size_t(3));
        QCOMPARE(reader.header().metadata.at("format"), std::string("pt"));
        const auto* const weight = reader.find("conv1.weight");
        QVERIFY(weight);
        QCOMPARE(weight->type, std::string("F32"));
        QCOMPARE(weight->shape, (std::vector<int64_t>{2, 3}));
        std::array<float, 6> read{};
        reader.read(*weight, read.data());
        QCOMPARE(read, floats);
        std::array<int64_t, 1> readCount{};
        reader.read(*reader.find("steps"), readCount.data());
        QCOMPARE(readCount, count);
        QVERIFY(reader.find("steps")->shape.empty());
        QCOMPARE(reader.find("empty")->bytes, int64_t(0));
        QVERIFY(!reader.find("conv1"));
    }

    void valuesAreAligned()
    {
        const auto path = m_folder.path() / "aligned.safetensors";
        for (const std::string name : {"a", "ab", "abc", "abcd", "abcde"}) {
            const double value = 1;
            const std::array<TensorToStore, 1> tensors{TensorToStore{name, "F64", {1}, &value, 8}};
            writeSafetensors(path, tensors, {});
            QCOMPARE(std::filesystem::file_size(path) % 8, uintmax_t(0));
        }
    }

    void badFilesAreRefused()
    {
        const auto header = [](const std::string& offsets, const std::string& shape = "[1]",
                               const std::string& type = "F32") {
            return json("{'w': {'dtype': '" + type + "', 'shape': " + shape + ", 'data_offsets': " + offsets +
                        "}}");
        };
        QCOMPARE(reason(""), std::string("it is not in Safetensors format."));
        QCOMPARE(reason("PK\3\4 a zip file of PyTorch"), std::string("it is not in Safetensors format."));
        QCOMPARE(reason(safetensorsFile("[1]", "")), std::string("it is not in Safetensors format."));
        QCOMPARE(reason(safetensorsFile(header("[0,4]"), "abc")), std::string("it is cut short."));
        QCOMPARE(reason(safetensorsFile(header("[0,4]"), "").substr(0, 20)), std::string("it is cut short."));
        QCOMPARE(reason(safetensorsFile(header("[0,4]", "[1]", "F8_E4M3"), "abcd")),
                 std::string("the type F8_E4M3 of w is not known."));
        const std::string damaged = "its header is damaged.";
        QCOMPARE(reason(safetensorsFile(header("[0,4]"), "abcdefgh")), damaged); // more than its tensors
        QCOMPARE(reason(safetensorsFile(header("[0,4]", "[2]"), "abcd")), damaged);
        QCOMPARE(reason(safetensorsFile(header("[4,0]"), "abcd")), damaged);
        QCOMPARE(reason(safetensorsFile(header("[0,4]", "[-1]"), "abcd")), damaged);
        QCOMPARE(reason(safetensorsFile(header("[0,4]", "[1.5]"), "abcd")), damaged);
        QCOMPARE(reason(safetensorsFile(header("[0,4]", "[4611686018427387904, 4]"), "abcd")), damaged);
        QCOMPARE(reason(safetensorsFile(json("{'w': 7}"), "")), damaged);
        QCOMPARE(reason(safetensorsFile(json("{'__metadata__': {'a': 1}}"), "")), damaged);
        // Two tensors in one place.
        QCOMPARE(reason(safetensorsFile(json("{'a': {'dtype': 'U8', 'shape': [2], 'data_offsets': [0, 2]}, "
                                             "'b': {'dtype': 'U8', 'shape': [2], 'data_offsets': [1, 3]}}"),
                                        "abc")),
                 damaged);
    }

    void missingFilesAndFoldersAreNamed()
    {
        const auto missing = m_folder.path() / "missing.safetensors";
        QCOMPARE(failureOf([&] { SafetensorsReader{missing}; }),
                 missing.string() + " cannot be read as tensors: No such file or directory.");
        QCOMPARE(failureOf([&] { SafetensorsReader{m_folder.path()}; }),
                 m_folder.path().string() + " cannot be read as tensors: it is not a file.");
    }
};

QTEST_APPLESS_MAIN(TestSafetensors)
#include "test_safetensors.moc"
