#pragma once

#include "core/report/charts/text_layout.h"

#include <QByteArray>
#include <QRectF>
#include <QString>
#include <QXmlStreamReader>

#include <string>
#include <vector>

namespace stepscope::test {

struct SvgText
{
    QString text;
    QRectF box; ///< about where it is drawn
};

/// The content of an SVG document of a chart.
struct SvgContent
{
    QString error; ///< empty for well-formed XML
    QSizeF size;
    std::vector<SvgText> texts;
    int rects = 0;
    int circles = 0;
    std::vector<QString> paths;

    bool hasText(const QString& wanted) const
    {
        for (const auto& text : texts) {
            if (text.text == wanted)
                return true;
        }
        return false;
    }
};

inline SvgContent readSvg(const std::string& svg)
{
    SvgContent content;
    QXmlStreamReader xml(QByteArray::fromStdString(svg));
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto attributes = xml.attributes();
        const auto number = [&](const char* name) {
            return attributes.value(QLatin1String(name)).toDouble();
        };
        if (xml.name() == QLatin1String("svg"))
            content.size = {number("width"), number("height")};
        content.rects += xml.name() == QLatin1String("rect");
        content.circles += xml.name() == QLatin1String("circle");
        if (xml.name() == QLatin1String("path"))
            content.paths.push_back(attributes.value(QLatin1String("d")).toString());
        if (xml.name() != QLatin1String("text"))
            continue;
        const double size = number("font-size");
        const auto anchor = attributes.value(QLatin1String("text-anchor")).toString();
        const double x = number("x");
        const double y = number("y");
        const auto text = xml.readElementText();
        const double width = textWidth(text.toStdString(), size);
        const double left = anchor == "end" ? x - width : anchor == "middle" ? x - width / 2 : x;
        content.texts.push_back({text, {left, y - 0.75 * size, width, size}});
    }
    content.error = xml.hasError() ? xml.errorString() : QString();
    return content;
}

/// The first text that overlaps another one or extends beyond the picture; empty: none does.
inline QString misplacedText(const SvgContent& content)
{
    for (size_t i = 0; i < content.texts.size(); ++i) {
        const auto& text = content.texts[i];
        if (!QRectF({0, 0}, content.size).contains(text.box))
            return text.text + " reaches out of the picture";
        for (size_t j = 0; j < i; ++j) {
            if (content.texts[j].box.intersects(text.box))
                return text.text + " lies upon " + content.texts[j].text;
        }
    }
    return {};
}

} // namespace stepscope::test
