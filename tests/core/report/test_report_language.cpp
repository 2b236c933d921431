#include "core/report/lab_document.h"
#include "lab_runs.h"
#include "tests/support/pseudo_language.h"

#include <QSet>
#include <QXmlStreamReader>
#include <QtTest>

#include <array>
#include <string>

using namespace stepscope;

namespace {

/// Two batch sizes, one of them repeated, a run that failed, and whatever else a report can mention.
LabReportInput runs()
{
    LabReportInput input{.title = {},
                         .runs = {test::labRun("b10", 10, 1'000'000), test::labRun("b40", 40, 2'000'000),
                                  test::labRun("again", 10, 4'000'000)},
                         .baseline = 0,
                         .forwardPasses = {test::labForwardPass()}};
    input.runs[2].stored.run.experiment.seed = 7;
    LabReportRun failed{.file = {}, .stored = {}, .name = "b9000", .color = {}};
    failed.stored.run.outcome = RunOutcome::Failed;
    failed.stored.run.failure = "Out of memory.";
    input.runs.push_back(std::move(failed));
    return input;
}

Document documentOf(const LabReportInput& input)
{
    return labDocument(input, LabFigures(input));
}

bool isSaid(const QString& text)
{
    return text.startsWith(QString("⟦")) && text.endsWith(QString("⟧"));
}

/// What is not text of the report: names of runs, settings and operators.
bool isData(const QString& text)
{
    static const QSet<QString> names = {"b10",           "b40",           "again",  "b9000", "batch size 10",
                                        "batch size 40", "batch size 64", "conv2d", "mm",    "Adadelta.step"};
    return names.contains(text) || text.startsWith("aten::") || text == "Adadelta.step";
}

QString shown(const std::string& text)
{
    return QString::fromStdString(text);
}

} // namespace

class TestReportLanguage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachWordOfThePageIsOfTheCatalog()
    {
        const test::PseudoLanguage language;
        QXmlStreamReader xml(QByteArray::fromStdString(documentHtml(documentOf(runs()))));
        const QSet<QString> spoken = {"title", "h1", "h2", "h3",      "h4",        "p",
                                      "li",    "a",  "th", "caption", "figcaption"};
        QSet<QString> seen;
        QStringList unsaid;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            const auto name = xml.name().toString();
            const bool inPicture = name == "svg";
            if (name == "html")
                QCOMPARE(xml.attributes().value("lang").toString(), QString("⟦en⟧"));
            if (inPicture) { // whose words are checked below
                xml.skipCurrentElement();
                continue;
            }
            if (!spoken.contains(name))
                continue;
            const auto text = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
            seen.insert(name);
            if (!isSaid(text) && !isData(text))
                unsaid << name + ": " + text;
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(unsaid, QStringList());
        QVERIFY(seen.contains("h2") && seen.contains("h3") && seen.contains("th") && seen.contains("li"));
    }

    void eachWordOfAChartIsOfTheCatalog()
    {
        const test::PseudoLanguage language;
        QStringList unsaid;
        int charts = 0;
        const auto look = [&](const char* part, const std::string& text) {
            if (!text.empty() && !isSaid(shown(text)) && !isData(shown(text)))
                unsaid << QString("%1: %2").arg(part, shown(text));
        };
        for (const auto& block : documentOf(runs()).blocks) {
            const auto* figures = std::get_if<DocumentFigures>(&block);
            if (!figures)
                continue;
            for (const auto& figure : figures->figures) {
                const auto& chart = figure.chart;
                ++charts;
                look("caption", figure.caption);
                look("title", chart.title);
                look("note", chart.note);
                look("x", chart.x.title);
                look("y", chart.y.title);
                for (const auto& series : chart.series)
                    look("series", series.name);
                for (const auto& category : chart.categories)
                    look("category", category);
            }
        }
        QVERIFY(charts > 12);
        QCOMPARE(unsaid, QStringList());
    }

    void lengthsRangesAndAbsentPartsAreOfTheCatalog()
    {
        const test::PseudoLanguage language;
        int looked = 0;
        for (const auto& block : documentOf(runs()).blocks) {
            const auto* table = std::get_if<DocumentTable>(&block);
            if (!table)
                continue;
            for (const auto& row : table->rows) {
                const auto cell = [&](size_t column) { return shown(row[column].text); };
                const bool isGpu = table->id == "environment" && cell(0) == QString("⟦GPUs⟧");
                const bool isRange = table->id == "settings" && cell(0) == QString("⟦⟦Batch size⟧ 10⟧");
                if (!isGpu && !isRange && table->id != "runs")
                    continue;
                const auto text = cell(isGpu ? 1 : isRange ? 2 : 5); // of runs: their length
                QVERIFY2(isSaid(text), qPrintable(text));
                ++looked;
            }
        }
        QCOMPARE(looked, 4 + 1 + 1);
    }

    void passesOutcomesAndVerdictsAreOfTheCatalog()
    {
        const test::PseudoLanguage language;
        int looked = 0;
        const auto look = [&](const std::string& text) {
            QVERIFY2(text == absentText || shown(text).contains(QString("⟦")), text.c_str());
            ++looked;
        };
        for (const auto& block : documentOf(runs()).blocks) {
            const auto* table = std::get_if<DocumentTable>(&block);
            if (!table)
                continue;
            const auto& columns = table->columns;
            for (size_t column = 0; column < columns.size(); ++column) {
                const auto title = shown(columns[column].title);
                if (title != QString("⟦Pass⟧") && title != QString("⟦Outcome⟧"))
                    continue;
                for (const auto& row : table->rows)
                    look(row[column].text);
            }
            for (const auto& row : table->rows) {
                const auto title = shown(row[0].text);
                if (title != QString("⟦Outcome⟧") && title != QString("⟦Step time against the baseline⟧"))
                    continue;
                for (size_t column = 1; column < row.size(); ++column)
                    look(row[column].text);
            }
        }
        QVERIFY2(looked > 10, qPrintable(QString::number(looked)));
    }
};

QTEST_GUILESS_MAIN(TestReportLanguage)
#include "test_report_language.moc"
