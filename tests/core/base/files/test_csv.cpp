#include "core/base/files/csv.h"
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

    void textsThatASpreadsheetWouldComputeAreMadeSafe()
    {
        const auto fieldOf = [](std::string_view text) {
            CsvWriter csv;
            csv.field(text).endRow();
            return csv.text();
        };
        QCOMPARE(fieldOf("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0\n");
        QCOMPARE(fieldOf("=HYPERLINK(\"x\",1)"), "\"'=HYPERLINK(\"\"x\"\",1)\"\n");
        QCOMPARE(fieldOf("+1+cmd"), "'+1+cmd\n");
        QCOMPARE(fieldOf("-2+3"), "'-2+3\n");
        QCOMPARE(fieldOf("@SUM(A1)"), "'@SUM(A1)\n");
        QCOMPARE(fieldOf("\t=1"), "'\t=1\n");
        QCOMPARE(fieldOf("\r=1"), "\"'\r=1\"\n");
        QCOMPARE(fieldOf("-inf"), "'-inf\n");
        QCOMPARE(fieldOf("+12.3 %, slower"), "\"'+12.3 %, slower\"\n");
        for (const char* number : {"-5", "+5", "-0.25", "-1e-300", "+12.3 %", "-4%"})
            QCOMPARE(fieldOf(number), std::string(number) + "\n");
        for (const char* harmless : {"aten::add", "a=b", "", "'", "−4 %"})
            QCOMPARE(fieldOf(harmless), std::string(harmless) + "\n");

        const RawCsvTexts raw(true);
        QCOMPARE(fieldOf("=1+1"), "=1+1\n");
        {
            const RawCsvTexts notWanted(false);
            QCOMPARE(fieldOf("=1+1"), "=1+1\n");
        }
    }

    void whatWouldHideTextIsWrittenOut()
    {
        const auto fieldOf = [](std::string_view text) {
            CsvWriter csv;
            csv.field(text).endRow();
            return csv.text();
        };
        QCOMPARE(fieldOf("a\u202eb\xc2\x9b"), "a\\u202eb\\u009b\n");
        QCOMPARE(fieldOf("=\u202e"), "'=\\u202e\n");
        QCOMPARE(fieldOf("größer 图"), "größer 图\n");
        const RawCsvTexts raw(true);
        QCOMPARE(fieldOf("a\u202eb"), "a\u202eb\n");
    }

    void rawTextsEndWithTheirScope()
    {
        {
            const RawCsvTexts raw(true);
        }
        QCOMPARE(CsvWriter{"=key"}.text(), "'=key\n");
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
