#include "core/base/csv.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace stepscope;

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// Reads CSV as RFC 4180 describes it.
Rows readBack(const std::string& text)
{
    Rows rows;
    std::vector<std::string> row;
    std::string field;
    bool quoted = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
            field += text[++i];
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == ',' || c == '\n')) {
            row.push_back(std::exchange(field, {}));
            if (c == '\n')
                rows.push_back(std::exchange(row, {}));
        } else
            field += c;
    }
    return rows;
}

} // namespace

class TestCsv : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fieldsAreQuotedOnlyWhereTheyMustBe()
    {
        CsvWriter csv{"operator", "input shapes"};
        csv.field("aten::conv2d").field("[64, 1, 28, 28]").endRow();
        csv.field("say \"hi\"").field("two\nlines").endRow();
        QCOMPARE(csv.text(), "operator,input shapes\n"
                             "aten::conv2d,\"[64, 1, 28, 28]\"\n"
                             "\"say \"\"hi\"\"\",\"two\nlines\"\n");
    }

    void whatIsWrittenReadsBack()
    {
        const Rows rows{{"a", "b", "c"},
                        {"", "plain", "with,comma"},
                        {"\"", "\"\"quoted\"\"", "ends with \""},
                        {"line\nbreak", "carriage\r\nreturn", "größer 图"}};
        CsvWriter csv{"a", "b", "c"};
        for (size_t i = 1; i < rows.size(); ++i) {
            for (const auto& field : rows[i])
                csv.field(field);
            csv.endRow();
        }
        QCOMPARE(readBack(csv.text()), rows);
    }

    void numbersReadBackAsTheSameValue()
    {
        const double values[] = {0.1,           1.0 / 3.0, 1e-300,
                                 6.02214076e23, -0.0275,   std::numeric_limits<double>::max()};
        CsvWriter csv{"value"};
        for (const double value : values) {
            csv.field(value);
            csv.endRow();
        }
        const auto rows = readBack(csv.text());
        for (size_t i = 0; i < std::size(values); ++i)
            QCOMPARE(std::stod(rows[i + 1][0]), values[i]);
    }

    void numbersAreAsShortAsTheyCanBe()
    {
        CsvWriter csv{"x"};
        csv.field(0.1).field(0.1F).field(64).field(2.0).field(std::nan("")).field(int64_t(-5));
        csv.endRow();
        QCOMPARE(csv.text(), "x\n0.1,0.1,64,2,,-5\n");
    }

    void aFirstFieldThatIsEmptyStillCounts()
    {
        CsvWriter csv{"a", "b"};
        csv.field("").field(1).endRow();
        QCOMPARE(csv.text(), "a,b\n,1\n");
    }
};

QTEST_GUILESS_MAIN(TestCsv)
#include "test_csv.moc"
