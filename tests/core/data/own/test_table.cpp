#include "core/base/files/temporary_folder.h"
#include "core/data/own/table.h"
#include "tests/core/data/idx_file.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <filesystem>
#include <fstream>

using namespace stepscope;
using namespace stepscope::test;

namespace fs = std::filesystem;

class TestTable : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;

    fs::path write(const std::string& content) const
    {
        const auto file = m_folder.path() / "a.csv";
        std::ofstream(file, std::ios::binary) << content;
        return file;
    }

    /// Six rows of the class "a" and two of "b", with two columns that count up from 0, and the labels.
    static std::string rows(const std::string& separator = ",")
    {
        std::string text;
        for (int row = 0; row < 8; ++row)
            text += std::to_string(2 * row) + separator + std::to_string(2 * row + 1) + separator +
                    (row < 6 ? "a" : "b") + "\n";
        return text;
    }

    std::string failure(const std::string& content, const std::string& label = {}) const
    {
        const auto file = write(content);
        auto sentence = failureOf([&] { readTable(file, label); });
        const auto at = sentence.find(file.string());
        return at == std::string::npos ? sentence : sentence.replace(at, file.string().size(), "FILE");
    }

private Q_SLOTS:
    void everySixthRowOfAClassIsToTestOn()
    {
        const auto table = readTable(write(rows()), {});
        QCOMPARE(table.columns, 2);
        QCOMPARE(table.classNames, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(table.train.count, 7);
        QCOMPARE(table.train.labels, (std::vector<int32_t>{0, 0, 0, 0, 0, 1, 1}));
        QCOMPARE(table.train.values.size(), 14UL);
        QCOMPARE(table.train.values.back(), 15.0);
        QCOMPARE(table.test.count, 1);
        QCOMPARE(table.test.values, (std::vector<double>{10, 11}));
        QCOMPARE(table.test.labels, std::vector<int32_t>{0});
        const auto described = describeTable(write(rows()), {}).description;
        QCOMPARE(described.shape, (ImageShape{.channels = 1, .rows = 1, .columns = 2}));
        QCOMPARE(described.counts->train, 7);
    }

    void theSameTableIsReadInAnyForm_data()
    {
        QTest::addColumn<QByteArray>("content");
        const auto row = [](const char* name, const std::string& content) {
            QTest::newRow(name) << QByteArray(content.data(), qsizetype(content.size()));
        };
        row("names", "x,y,class\n" + rows());
        row("names in quotes", "\"x, y\",\"a \"\"b\"\"\",class\n" + rows());
        row("semicolons", rows(";"));
        row("tabs", rows("\t"));
        row("blanks", rows(" , "));
        row("byte order mark", "\xef\xbb\xbf" + rows());
        row("gzipped", gzipped(rows()));
        row("empty lines, no end of line", "\n" + rows() + "\n\n" + rows().substr(0, 0));
        std::string windows;
        for (const char c : rows())
            windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
        row("Windows", windows);
    }
    void theSameTableIsReadInAnyForm()
    {
        QFETCH(QByteArray, content);
        const auto expected = readTable(write(rows()), {});
        const auto table = readTable(write(content.toStdString()), {});
        QCOMPARE(table.classNames, expected.classNames);
        QCOMPARE(table.train.values, expected.train.values);
        QCOMPARE(table.train.labels, expected.train.labels);
        QCOMPARE(table.test.values, expected.test.values);
    }

    void theLabelsMayBeInAnyColumn()
    {
        std::string text = "kind,x,3\n";
        for (int i = 0; i < 14; ++i)
            text += std::to_string(i % 2 == 0 ? 10 : 9) + "," + std::to_string(i) + ",1e-2\n";
        const auto named = readTable(write(text), "kind");
        QCOMPARE(named.classNames, (std::vector<std::string>{"9", "10"})); // as numbers
        QCOMPARE(named.columns, 2);
        QCOMPARE(named.train.values[1], 0.01);
        QCOMPARE(named.train.labels[0], 1);
        QCOMPARE(readTable(write(text), "1").train.labels, named.train.labels);
        QCOMPARE(readTable(write(text), "1").note,
                 std::string("The labels are those of column kind; every sixth row of each class is used for "
                             "tests."));
        QCOMPARE(failure(text, "3"), // the name of the last one
                 std::string("The labels in column 3 of FILE are all \"1e-2\": at least two classes are "
                             "needed."));
        QCOMPARE(failure(text, "4"),
                 std::string("FILE has no column \"4\" for the labels: its columns are kind, x and 3."));
    }

    void aNumberIsAColumnWhereTheFirstRowHasNoNames()
    {
        std::string text;
        for (int i = 0; i < 14; ++i)
            text += std::to_string(7 + i % 2) + ",1," + std::to_string(i) + "\n";
        const auto table = readTable(write(text), "1");
        QCOMPARE(table.classNames, (std::vector<std::string>{"7", "8"}));
        QCOMPARE(table.train.count + table.test.count, 14);
        QCOMPARE(failure(text, "0"),
                 std::string("FILE has no column \"0\" for the labels: its columns are 7, 1 and 0."));
    }

    void whatIsNoTableIsRefused()
    {
        QCOMPARE(
            failure(rows() + "1,2,3,4\n"),
            std::string(
                "Cannot use row 9 of FILE: its number of columns is 4, but that of the first row is 3."));
        QCOMPARE(failure(rows() + "1,,b\n"),
                 std::string("Cannot use row 9 of FILE: its column 2 is empty, but a number is expected."));
        QCOMPARE(
            failure("x,y,class\n" + rows() + "1,none,b\n"),
            std::string("Cannot use row 10 of FILE: its column y is \"none\", but a number is expected."));
        QCOMPARE(failure(rows() + "nan,1,b\n"),
                 std::string("Cannot use row 9 of FILE: its column 1 is \"nan\", but a number is expected."));
        QCOMPARE(failure(rows() + "\"1,2,b\n"),
                 std::string("Cannot use row 9 of FILE: its quotation marks are not balanced."));
        QCOMPARE(
            failure("1;0,5;a\n2;0,25;b\n"),
            std::string("Cannot use row 2 of FILE: its column 0,5 is \"0,25\", but decimals need a point, as "
                        "in 0.5."));
        QCOMPARE(
            failure("1\n2\n"),
            std::string("FILE has only one column; besides the labels, at least one column of numbers is "
                        "needed. Columns are separated by commas, semicolons or tabs."));
        QCOMPARE(failure(""), std::string("FILE has no rows of numbers."));
        QCOMPARE(failure("x,y\n"), std::string("FILE has no rows of numbers."));
        QCOMPARE(failure("1,2\n3,4\n5,6\n"),
                 std::string("The column 2 of FILE has 3 different values in 3 rows, so these are not "
                             "classes: specify the label column with --label-column. Regression, the "
                             "prediction of numbers, is not supported."));
        QCOMPARE(
            failure("1,a\n2,a\n3,b\n4,b\n"),
            std::string("FILE has too few rows: every sixth of a class is kept for tests, and no class has "
                        "six."));
        QVERIFY(failureOf([this] { readTable(m_folder.path(), {}); }).ends_with("is not a file."));
    }

    void binaryContentIsRefused()
    {
        std::string bytes;
        for (int i = 0; i < 100'000; ++i)
            bytes += char(i * 7919 >> 3);
        QVERIFY(failure(bytes).find("FILE") != std::string::npos);
        QVERIFY(failure(std::string(1000, '\0')).find("FILE") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestTable)
#include "test_table.moc"
