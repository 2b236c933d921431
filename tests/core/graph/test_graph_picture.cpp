#include "core/base/error.h"
#include "core/graph/graph_dot.h"
#include "core/graph/graph_layout.h"
#include "tests/core/graph/fake_dot.h"
#include "tests/core/graph/sample_graphs.h"

#include <QImage>
#include <QTest>
#include <QXmlStreamReader>

using namespace stepscope;
using tests::FakeDot;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// All text of an XML file; a parse error as the only entry.
QStringList textsOf(const QString& path)
{
    QXmlStreamReader xml(contentOf(path));
    QStringList texts;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::Characters && !xml.isWhitespace())
            texts += xml.text().toString().replace(QChar(0xa0), ' ').trimmed();
    return xml.hasError() ? QStringList(xml.errorString()) : texts;
}

} // namespace

class TestGraphPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesSvgWithItsLabels()
    {
        writeGraphPicture(tests::convNetGraph(), path("graph.svg"));
        const auto texts = textsOf(m_folder.filePath("graph.svg"));
        for (const char* label : {"mnist-convnet", "conv2d", "64 × 32 × 26 × 26", "18,496 parameters", "fc1",
                                  "log_softmax", "1,199,882 parameters · batch size 64"})
            QVERIFY2(texts.contains(label), label);
        QCOMPARE(texts.count("relu"), 3);
    }

    void writesHostileNamesIntoGoodSvg()
    {
        writeGraphPicture(tests::hostileGraph(), path("hostile.svg"));
        const auto texts = textsOf(m_folder.filePath("hostile.svg"));
        QVERIFY2(texts.contains("op<\"&\\N>  \ufffd"), qPrintable(texts.join('|')));
    }

    void writesPngThatReadsBack()
    {
        writeGraphPicture(tests::convNetGraph(), path("graph.png"));
        const QImage image(m_folder.filePath("graph.png"));
        QVERIFY(image.width() > 200 && image.height() > 1'000);
        QCOMPARE(image.pixelColor(1, 1), QColor(Qt::white));
    }

    void writesPdf()
    {
        writeGraphPicture(tests::convNetGraph(), path("graph.pdf"));
        const auto pdf = contentOf(m_folder.filePath("graph.pdf"));
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.trimmed().endsWith("%%EOF"));
    }

    void writesDotWithoutGraphviz()
    {
        const FakeDot none({});
        writeGraphPicture(tests::convNetGraph(), path("graph.dot"));
        QCOMPARE(contentOf(m_folder.filePath("graph.dot")).toStdString(),
                 dotForPicture(tests::convNetGraph()));
    }

    void leavesNothingBehindWhenItFails()
    {
        const FakeDot fake("cat >/dev/null; echo half; exit 1");
        QVERIFY_EXCEPTION_THROWN(writeGraphPicture(tests::convNetGraph(), path("half.svg")), Error);
        QVERIFY_EXCEPTION_THROWN(writeGraphPicture(tests::convNetGraph(), path("no/such/folder.dot")), Error);
        QVERIFY(QDir(m_folder.path()).entryList({"*half*"}, QDir::Files | QDir::Hidden).isEmpty());
    }

    void namesTheFormatsItKnows()
    {
        try {
            writeGraphPicture(tests::convNetGraph(), "graph.jpg");
            QFAIL("no error");
        } catch (const Error& error) {
            QCOMPARE(QString(error.what()),
                     "graph.jpg: a graph can be written as .svg, .png, .pdf or .dot, not as \".jpg\".");
        }
    }

private:
    std::filesystem::path path(const char* name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestGraphPicture)
#include "test_graph_picture.moc"
