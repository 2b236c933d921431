#include "core/base/files/temporary_folder.h"
#include "core/base/sha256.h"
#include "core/data/own/reading.h"
#include "core/data/own/trusted_models.h"
#include "tests/support/environment_variable.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <filesystem>
#include <fstream>

using namespace stepscope;
using namespace stepscope::test;

namespace fs = std::filesystem;

class TestTrustedModels : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;
    EnvironmentVariable m_data{"XDG_DATA_HOME",
                               QByteArray::fromStdString((m_folder.path() / "data").string())};

    /// Of zeros after its content.
    fs::path write(const char* name, const std::string& content, uintmax_t bytes) const
    {
        auto file = m_folder.path() / name;
        std::ofstream(file, std::ios::binary) << content;
        fs::resize_file(file, bytes);
        return file;
    }

private Q_SLOTS:
    void theSumIsThatOfTheContent()
    {
        const auto file = write("small.pt", "a", 3);
        QCOMPARE(modelSum(file), sha256(std::string("a\0\0", 3)));
        write("small.pt", "b", 4);
        QCOMPARE(modelSum(file), sha256(std::string("b\0\0\0", 4)));
    }

    void ofASmallFileItIsKnownAtOnce()
    {
        const auto file = write("known.pt", "known", 100);
        QCOMPARE(isKnownAsTrusted(file), std::optional(false));
        trustModel(file);
        QCOMPARE(isKnownAsTrusted(file), std::optional(true));
        QCOMPARE(isKnownAsTrusted("/none/here.pt"), std::optional(false));
        QCOMPARE(isKnownAsTrusted("/dev/zero"), std::optional(false));
    }

    void aLargeFileIsReadFirst()
    {
        constexpr uintmax_t large = 8 << 20;
        const auto file = write("large.pt", "one", large);
        QVERIFY(!isKnownAsTrusted(file));
        QVERIFY_EXCEPTION_THROWN(modelSum(file, [] { return true; }), ReadingStopped);
        QVERIFY(!isKnownAsTrusted(file));
        modelSum(file, [] { return false; });
        QCOMPARE(isKnownAsTrusted(file), std::optional(false));
        trustModel(file);
        QCOMPARE(isKnownAsTrusted(file), std::optional(true));

        write("large.pt", "two", large + 1);
        QVERIFY(!isKnownAsTrusted(file));
        modelSum(file);
        QCOMPARE(isKnownAsTrusted(file), std::optional(false));
    }
};

QTEST_APPLESS_MAIN(TestTrustedModels)
#include "test_trusted_models.moc"
