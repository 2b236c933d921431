#include "archive_file.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/temporary_folder.h"
#include "core/data/archive.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace fs = std::filesystem;

class TestArchive : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_folder;
    fs::path m_archive;
    fs::path m_out;
    const std::string m_long = std::string(1300, 'x');

    void pack(const std::string& tar) const { writeFile(m_archive, gzipped(tar)); }
    void unpack(const std::vector<ArchiveMember>& members) const { unpackArchive(m_archive, members, m_out); }
    std::string failure(const std::vector<ArchiveMember>& members) const
    {
        return failureOf([&] { unpack(members); });
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<TemporaryFolder>();
        m_archive = m_folder->path() / "archive";
        m_out = m_folder->path() / "out";
        fs::create_directories(m_out);
    }

    void membersOfATarFileAreUnpackedWithoutTheirFolders()
    {
        pack(tarFile({{"a/other.txt", "no"}, {"a/one.bin", m_long}, {"a/two.bin", std::string(512, 'y')}}));
        unpack({{"a/two.bin", 512}, {"a/one.bin", 1300}});
        QCOMPARE(readFile(m_out / "one.bin"), m_long);
        QCOMPARE(readFile(m_out / "two.bin"), std::string(512, 'y'));
        QVERIFY(!fs::exists(m_out / "other.txt"));
    }

    void aNameThatIsDividedInTwoIsFound()
    {
        const auto name = std::string(80, 'f') + "/" + std::string(80, 'g') + "/one.bin";
        pack(tarFile({{name, "content"}}));
        unpack({{name, 7}});
        QCOMPARE(readFile(m_out / "one.bin"), std::string("content"));
    }

    /// Anything else with the name of a member, such as a link, is not one.
    void onlyFilesAreMembers()
    {
        pack(tarHeader("a/one.bin", 0, '2') + tarFile({{"b", "c"}}));
        QCOMPARE(failure({{"a/one.bin", 10}}), "its archive has no file a/one.bin");
    }

    void aTarFileOfTheSystemIsRead()
    {
        fs::create_directories(m_folder->path() / "a");
        writeFile(m_folder->path() / "a/one.bin", m_long);
        const auto command = "tar czf " + m_archive.string() + " -C " + m_folder->path().string() + " a";
        QCOMPARE(std::system(command.c_str()), 0);
        unpack({{"a/one.bin", 1300}});
        QCOMPARE(readFile(m_out / "one.bin"), m_long);
    }

    void membersOfAZipFileAreUnpacked()
    {
        writeZip(m_archive, {{"gzip/one.gz", m_long}, {"gzip/two.gz", "second"}});
        unpack({{"gzip/two.gz", 6}, {"gzip/one.gz", 1300}});
        QCOMPARE(readFile(m_out / "one.gz"), m_long);
        QCOMPARE(readFile(m_out / "two.gz"), std::string("second"));
    }

    void aMissingMemberIsNamed()
    {
        pack(tarFile({{"a/one.bin", "1"}}));
        QCOMPARE(failure({{"a/one.bin", 1}, {"a/two.bin", 1}}), "its archive has no file a/two.bin");
        writeZip(m_archive, {{"a/one.bin", "1"}});
        QCOMPARE(failure({{"a/two.bin", 1}}), "its archive has no file a/two.bin");
    }

    void aMemberThatIsTooLargeIsRefused()
    {
        const std::string sentence = "the file a/one.bin in its archive is larger than 1.00 KiB";
        pack(tarFile({{"a/one.bin", m_long}}));
        QCOMPARE(failure({{"a/one.bin", 1024}}), sentence);
        writeZip(m_archive, {{"a/one.bin", m_long}});
        QCOMPARE(failure({{"a/one.bin", 1024}}), sentence);
    }

    void anArchiveThatIsCutShortIsRefused()
    {
        const auto tar = tarFile({{"a/one.bin", m_long}});
        for (const size_t length : {size_t(0), size_t(100), size_t(512), size_t(1024), size_t(2000)}) {
            pack(tar.substr(0, length));
            QCOMPARE(failure({{"a/one.bin", 1300}}), "its archive is cut short");
        }
        writeZip(m_archive, {{"a/one.bin", m_long}});
        writeFile(m_archive, readFile(m_archive).substr(0, 40));
        QCOMPARE(failure({{"a/one.bin", 1300}}), "its archive is cut short");
    }

    void aDamagedArchiveIsRefused()
    {
        auto tar = tarFile({{"a/one.bin", m_long}});
        tar[512 + 3] ^= 1; // in the name
        pack(tar);
        QCOMPARE(failure({{"a/one.bin", 1300}}), "its archive is damaged");
        pack(std::string(2048, 'x'));
        QCOMPARE(failure({{"a/one.bin", 1300}}), "its archive is damaged");

        writeZip(m_archive, {{"a/one.bin", "some words that do not repeat"}});
        auto zip = readFile(m_archive);
        zip[39 + 5] ^= 0x10; // in the content, after its header of 30 bytes and its name
        writeFile(m_archive, zip);
        QCOMPARE(failure({{"a/one.bin", 1300}}), "its archive is damaged");
    }
};

QTEST_GUILESS_MAIN(TestArchive)
#include "test_archive.moc"
