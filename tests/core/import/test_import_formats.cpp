#include "core/experiment/experiment_kinds.h"
#include "core/import/import_format.h"
#include "core/import/imported_name.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include <map>
#include <set>

#include <fnmatch.h>

using namespace stepscope;

namespace {

constexpr auto runMimeType = "application/x-stepscope-run";

QStringList words(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size())).split(' ', Qt::SkipEmptyParts);
}

QByteArray resource(const char* name)
{
    QFile file(QString(STEPSCOPE_RESOURCES) + "/" + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The file name patterns of each MIME type that is registered with the desktop.
std::map<QString, QStringList> registeredTypes()
{
    std::map<QString, QStringList> globs;
    QString type;
    QXmlStreamReader xml(resource("stepscope.xml"));
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == QLatin1String("mime-type"))
            globs[type = xml.attributes().value("type").toString()];
        else if (xml.name() == QLatin1String("glob"))
            globs[type] << xml.attributes().value("pattern").toString();
    }
    return globs;
}

bool matchesAny(const QStringList& patterns, const QString& fileName)
{
    return std::ranges::any_of(patterns, [&](const QString& pattern) {
        return fnmatch(qPrintable(pattern), qPrintable(fileName), 0) == 0;
    });
}

} // namespace

class TestImportFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunIsNamedWithoutTheEndingOfItsFormat()
    {
        for (const ImportFormat& format : importFormats()) {
            for (const QString& pattern : words(format.patterns)) {
                if (!pattern.startsWith("*.") || pattern.count('*') > 1)
                    continue;
                const QString file = "/folder/my run" + pattern.mid(1);
                QCOMPARE(QString::fromStdString(importedName(file.toStdString())), QString("my run"));
            }
        }
        QCOMPARE(importedName("/folder/my run.pt.trace.json.gz"), std::string("my run"));
        QCOMPARE(importedName("/folder/.json"), std::string(".json"));
        QCOMPARE(importedName("/folder/callgrind.out.4711"), std::string("callgrind.out.4711"));
    }

    void eachHasANameOfItsOwn()
    {
        std::set<std::string_view> names;
        for (const ImportFormat& format : importFormats()) {
            QVERIFY(names.insert(format.name).second);
            QVERIFY(*format.files.english() != 0);
            QVERIFY(!words(format.patterns).isEmpty());
        }
    }

    void helpAndErrorsNameAllOfThem()
    {
        const std::string text = importFormatsText();
        for (const ImportFormat& format : importFormats())
            QVERIFY(text.find(format.files.english()) != std::string::npos);
        const auto fromEnd = [](size_t place) {
            return std::string(importFormats()[importFormats().size() - place].files.english());
        };
        QVERIFY(text.starts_with(importFormats().front().files.english()));
        QVERIFY(text.ends_with(", " + fromEnd(2) + " and " + fromEnd(1)));
    }

    void aFileDialogNamesEachPatternOnce()
    {
        for (const auto group : {ImportGroup::Traces, ImportGroup::Models, ImportGroup::Profiles}) {
            QStringList expected;
            for (const ImportFormat& format : importFormats()) {
                if (format.group == group)
                    expected += words(format.patterns);
            }
            expected.removeDuplicates();
            QCOMPARE(words(importPatterns(group)), expected);
        }
        QVERIFY(words(importPatterns(ImportGroup::Models)).contains("*.onnx"));
        for (const QString& pattern : words(torchScriptPatterns)) // as where a training's model is chosen
            QVERIFY2(words(importPatterns(ImportGroup::Models)).contains(pattern), qPrintable(pattern));
    }

    void theDesktopKnowsTheSameFiles()
    {
        auto registered = registeredTypes();
        QCOMPARE(registered[runMimeType], QStringList({"*.stepscope"}));
        registered.erase(runMimeType);
        for (const ImportFormat& format : importFormats()) {
            for (const QString& type : words(format.mimeTypes)) {
                QVERIFY2(registered.contains(type), qPrintable(type + " is not in stepscope.xml"));
                for (const QString& glob : registered[type])
                    QVERIFY2(matchesAny(words(format.patterns), QString(glob).replace('*', "x")),
                             qPrintable(glob + " is no pattern of the format"));
                registered.erase(type);
            }
        }
        QVERIFY2(registered.empty(), "stepscope.xml has a type that no format names");
    }

    void theDesktopOpensThemWithStepscope()
    {
        static const QRegularExpression line("^MimeType=(.*);$", QRegularExpression::MultilineOption);
        const auto found = line.match(QString::fromUtf8(resource("stepscope.desktop")));
        QVERIFY(found.hasMatch());
        QStringList expected{runMimeType};
        for (const ImportFormat& format : importFormats())
            expected += words(format.mimeTypes);
        QCOMPARE(found.captured(1).split(';'), expected);
    }
};

QTEST_GUILESS_MAIN(TestImportFormats)
#include "test_import_formats.moc"
