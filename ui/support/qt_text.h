#pragma once

#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <QString>

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace stepscope::ui {

/// UTF-8 text from `core` as a QString.
inline QString toQString(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
}
inline QString toQString(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}
inline QString toQString(const char* utf8)
{
    return QString::fromUtf8(utf8);
}
inline QString toQString(Translatable text)
{
    return toQString(translated(text));
}
inline QString toQString(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

/// For text on the screen that wraps: no line ends between a number and its unit, such as in "12 ms" and
/// "34 %". Files and copied texts have plain spaces.
QString withoutBreaks(QString text);
/// The reverse.
QString withPlainSpaces(QString text);

/// Plain text as rich text for a tooltip, because only rich text wraps; empty for an empty text.
inline QString paragraph(const QString& text)
{
    return text.isEmpty() ? QString() : QString("<p>%1</p>").arg(withoutBreaks(text).toHtmlEscaped());
}

/// "1,234".
inline QString countText(std::integral auto count)
{
    return toQString(formatCount(int64_t(count)));
}

/// The number by which tr() chooses a plural form, as an int. Languages choose by the last digits of a large
/// one.
inline int formNumber(std::integral auto count)
{
    constexpr int64_t million = 1'000'000;
    return int64_t(count) < million ? int(count) : int(million + int64_t(count) % million);
}

/// The text tr("%1 step(s)", nullptr, formNumber(count)) with the number in place of "%1": "1,200 steps".
/// Qt's "%n" would not group its digits. A form may lack the number: "one step".
inline QString counted(QString text, std::integral auto count)
{
    return text.replace("%1", countText(count));
}

/// When something happened, in local time: "21 Nov 09:01", of another year "21 Nov 2025". Empty for 0.
QString dateText(int64_t unixMs);
/// The same in full: "21 Nov 2026 09:01:02". Texts that leave the window have formatLocalTime().
QString completeDateText(int64_t unixMs);

/// "1.50 MiB".
inline QString bytesText(double bytes)
{
    return toQString(formatBytes(bytes));
}

/// "1.20 ms".
inline QString durationText(double nanoseconds)
{
    return toQString(formatNs(nanoseconds));
}

} // namespace stepscope::ui
