#include "core/base/error.h"
#include "core/exchange/plain_table.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace stepscope;

namespace {

/// A name with characters that each format must escape.
PlainTable sampleTable()
{
    PlainTable table;
    table.caption = "2 operators, 100 %";
    table.columns = {
        {"Operator", "operator", false}, {"Self time", "self_us", true}, {"p95", "p95_us", true}};
    table.rows = {{{R"(a|b_c, "d" <e> & 5% \f {g} $h #i ~j ^k*)",
                    std::string(R"(a|b_c, "d" <e> & 5% \f {g} $h #i ~j ^k*)")},
                   {"12.5 µs", 12.5},
                   {"", TableValue()}},
                  {{"two\nlines", std::string("two\nlines")}, {"−3 µs", -3.0}, {"4 µs", int64_t(4)}}};
    return table;
}

} // namespace

class TestPlainTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void csvQuotesWhatWouldBreakIt()
    {
        QCOMPARE(QString::fromStdString(csvText(sampleTable())),
                 "operator,self_us,p95_us\n"
                 "\"a|b_c, \"\"d\"\" <e> & 5% \\f {g} $h #i ~j ^k*\",12.5,\n"
                 "\"two\nlines\",-3,4\n");
    }

    void markdownEscapesWhatMeansSomething()
    {
        QCOMPARE(QString::fromStdString(markdownText(sampleTable())),
                 "2 operators, 100 %\n\n"
                 "| Operator | Self time | p95 |\n"
                 "| --- | ---: | ---: |\n"
                 "| a\\|b\\_c, \"d\" &lt;e&gt; &amp; 5% \\\\f \\{g\\} \\$h \\#i \\~j ^k\\* | 12.5 µs |  |\n"
                 "| two lines | −3 µs | 4 µs |\n");
    }

    void latexNeedsNoPackage()
    {
        QCOMPARE(
            QString::fromStdString(latexText(sampleTable())),
            "% 2 operators, 100 \\%\n"
            "\\begin{tabular}{lrr}\n"
            "\\hline\n"
            "Operator & Self time & p95 \\\\\n"
            "\\hline\n"
            "a\\textbar{}b\\_c, ''d'' \\textless{}e\\textgreater{} \\& 5\\% \\textbackslash{}f \\{g\\} \\$h "
            "\\#i \\textasciitilde{}j \\textasciicircum{}k* & 12.5 $\\mu$s &  \\\\\n"
            "two lines & $-$3 $\\mu$s & 4 $\\mu$s \\\\\n"
            "\\hline\n"
            "\\end{tabular}\n");
    }

    void columnsAreChosenByTheirKeys()
    {
        const PlainTable table = withColumns(sampleTable(), {"p95_us", "operator"});
        QCOMPARE(QString::fromStdString(csvText(table)).section('\n', 0, 0), "p95_us,operator");
        QCOMPARE(table.rows[1][0].text, std::string("4 µs"));
        QCOMPARE(table.caption, sampleTable().caption);
        try {
            withColumns(sampleTable(), {"operator", "self"});
            QFAIL("a column that does not exist was found");
        } catch (const Error& problem) {
            QCOMPARE(problem.what(), "The table has no column self; it has operator, self_us, p95_us.");
        }
    }

    void columnsWithoutAValueAreLeftOut()
    {
        const PlainTable table = plainTable("a,b,c\n1,,x\n2,,\n");
        QCOMPARE(QString::fromStdString(csvText(withoutEmptyColumns(table))), "a,c\n1,x\n2,\n");
        QCOMPARE(withoutEmptyColumns(plainTable("a,b\n")).columns.size(), size_t(2));
    }

    void latexTablesFitTheirPages_data()
    {
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("rows");
        QTest::addColumn<QString>("packages");
        QTest::newRow("a few columns") << 3 << 5 << "";
        QTest::newRow("more rows than a page has") << 3 << 130 << "{longtable}";
        QTest::newRow("wider than the line") << 5 << 5 << "{graphicx}";
        QTest::newRow("wide and long") << 4 << 130 << "{longtable}";
        QTest::newRow("in landscape") << 12 << 20 << "{graphicx,lscape}";
        QTest::newRow("more rows than a page in landscape has") << 8 << 38 << "{longtable,lscape}";
        QTest::newRow("all columns of a table") << 32 << 100 << "{longtable,lscape}";
    }

    /// Compiled by LaTeX, which says so where a line or a page is overfull.
    void latexTablesFitTheirPages()
    {
        QFETCH(int, columns);
        QFETCH(int, rows);
        QFETCH(QString, packages);
        QStringList lines{"operator"};
        const std::array starts = {"void", "[unknown]",
                                   "*mut"}; // the last two would be read as a row's options
        for (int row = 0; row < rows; ++row)
            lines
                << QString("\"%1 at::native::kernel_%2<float, &{}#%>(a_b~^)\"").arg(starts[row % 3]).arg(row);
        for (int column = 1; column < columns; ++column) {
            lines[0] += QString(",figure_%1_us").arg(column);
            for (int row = 1; row <= rows; ++row)
                lines[row] += QString(",12345.%1").arg(column);
        }
        const auto latex =
            QString::fromStdString(latexText(plainTable((lines.join('\n') + '\n').toStdString())));
        QCOMPARE(latex.contains("usepackage"), !packages.isEmpty());
        QVERIFY2(latex.contains(packages), qPrintable(latex.left(200)));

        const QString program = QStandardPaths::findExecutable("pdflatex");
        if (program.isEmpty())
            QSKIP("pdflatex is not installed (Debian: texlive-latex-base).");
        const QTemporaryDir folder;
        QFile file(folder.filePath("table.tex"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(("\\documentclass[a4paper]{article}\n" +
                    (packages.isEmpty() ? QString() : "\\usepackage" + packages + "\n") +
                    "\\begin{document}\n\\noindent\n" + latex + "\\end{document}\n")
                       .toUtf8());
        file.close();
        QProcess process;
        process.setWorkingDirectory(folder.path());
        for (int run = 0; run < 2; ++run) { // the second one aligns the columns of all pages
            process.start(program, {"-interaction=nonstopmode", "-halt-on-error", "table.tex"});
            QVERIFY(process.waitForFinished(120'000));
            const QString said = process.readAllStandardOutput();
            QVERIFY2(process.exitCode() == 0, qPrintable(said));
            QVERIFY2(!said.contains("Overfull"), qPrintable(said));
        }
    }

    void noLatexRowStartsWithWhatTheOneBeforeWouldTakeForAnArgument()
    {
        const auto latex = latexText(plainTable("operator,self_us\na,1\n[unknown],2\n*mut u8,3\n"));
        const auto text = QString::fromStdString(latex);
        QVERIFY2(text.contains("\n{}[unknown] & 2 ") && text.contains("\n{}*mut u8 & 3 "), latex.c_str());
    }

    /// Escaped characters count with their written form.
    void latexTextsAreCutAsTheyAreRead()
    {
        const std::string csv = "operator\n" + std::string(30, '\x01') + "\n";
        const auto latex = QString::fromStdString(latexText(plainTable(csv)));
        QCOMPARE(latex.count("x01"), 9); // of four characters each
        QVERIFY2(latex.contains("\\ldots{}"), qPrintable(latex));
    }

    void longLatexTablesRepeatTheirTitles()
    {
        std::string csv = "operator,self_us\n";
        for (int row = 0; row < 100; ++row)
            csv += fmt::format("op {},{}.5\n", row, row);
        const auto latex = QString::fromStdString(latexText(plainTable(csv)));
        QVERIFY2(
            latex.contains("\\begin{longtable}{lr}\n\\hline\noperator & self\\_us \\\\\n\\hline\n\\endhead\n"
                           "\\hline\n\\endfoot\nop 0 & 0.5 \\\\\n"),
            qPrintable(latex.left(400)));
        QCOMPARE(latex.count("\\begin{longtable}"), 1);
        QVERIFY(!latex.contains("resizebox"));
    }

    /// In parts, each of which names the rows.
    void veryWideLongLatexTablesAreCutBetweenColumns()
    {
        std::string csv = "operator";
        for (int column = 1; column < 32; ++column)
            csv += fmt::format(",figure_{}_us", column);
        for (int row = 0; row < 100; ++row) {
            csv += fmt::format("\nop {}", row);
            for (int column = 1; column < 32; ++column)
                csv += fmt::format(",12345.{}", column);
        }
        const auto latex = QString::fromStdString(latexText(plainTable(csv + "\n")));
        const auto parts = latex.count("\\begin{longtable}");
        QVERIFY2(parts > 1, qPrintable(latex.left(400)));
        QCOMPARE(latex.count("\nop 99 & "), parts);
        for (int column = 1; column < 32; ++column)
            QCOMPARE(latex.count(QString("figure\\_%1\\_us").arg(column)), 1);
    }

    void jsonReadsBack()
    {
        const auto json = nlohmann::json::parse(jsonText(sampleTable()));
        QCOMPARE(json["covers"].get<std::string>(), sampleTable().caption);
        QCOMPARE(json["rows"].size(), size_t(2));
        QCOMPARE(json["rows"][0]["operator"].get<std::string>(), sampleTable().rows[0][0].text);
        QCOMPARE(json["rows"][0]["self_us"].get<double>(), 12.5);
        QVERIFY(json["rows"][0]["p95_us"].is_null());
        PlainTable withoutCaption = sampleTable();
        withoutCaption.caption.clear();
        QVERIFY(!nlohmann::json::parse(jsonText(withoutCaption)).contains("covers"));
        QCOMPARE(json["rows"][1]["p95_us"].get<int>(), 4);
    }

    void csvBecomesATableAgain()
    {
        const std::string csv = csvText(sampleTable());
        const PlainTable table = plainTable(csv);
        QCOMPARE(csvText(table), csv);
        QCOMPARE(table.columns.size(), size_t(3));
        QVERIFY(!table.columns[0].isNumber && table.columns[1].isNumber && table.columns[2].isNumber);
        QCOMPARE(table.rows[0][0].value, sampleTable().rows[0][0].value);
        QCOMPARE(table.rows[0][1].value, TableValue(12.5));
        QCOMPARE(table.rows[0][2].value, TableValue());
        QCOMPARE(table.rows[1][2].value, TableValue(int64_t(4)));
    }

    void textsOfNumbersAreShort()
    {
        const PlainTable table =
            plainTable("a,b,c,d,e\n6976820.946,44.706146615419186,0.06097163467407227,100,-1e-300\n");
        const auto& row = table.rows[0];
        QCOMPARE(row[0].text, std::string("6976821"));
        QCOMPARE(row[1].text, std::string("44.7061"));
        QCOMPARE(row[2].text, std::string("0.0609716"));
        QCOMPARE(row[3].text, std::string("100"));
        QCOMPARE(row[4].text, std::string("-1e-300"));
        QCOMPARE(row[1].value, TableValue(44.706146615419186));
    }

    void csvOfOtherProgramsIsReadToo()
    {
        const PlainTable table = plainTable("a,b\r\n1,\"x, \"\"y\"\"\r\nz\"\r\n\r\n2");
        QCOMPARE(table.rows.size(), size_t(3));
        QCOMPARE(table.rows[0][1].text, std::string("x, \"y\"\r\nz"));
        QCOMPARE(table.rows[1][0].value, TableValue());
        QCOMPARE(table.rows[2][0].value, TableValue(int64_t(2)));
        QCOMPARE(table.rows[2].size(), size_t(2));
        QVERIFY(plainTable("").columns.empty());
    }

    void anEmptyTableHasItsHeader()
    {
        PlainTable table = sampleTable();
        table.rows.clear();
        QCOMPARE(QString::fromStdString(csvText(table)), "operator,self_us,p95_us\n");
        QVERIFY(nlohmann::json::parse(jsonText(table))["rows"].empty());
    }
};

QTEST_GUILESS_MAIN(TestPlainTable)
#include "test_plain_table.moc"
