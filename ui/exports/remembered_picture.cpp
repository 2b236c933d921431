#include "ui/exports/remembered_picture.h"

#include "core/base/error.h"

#include <QSettings>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr auto sizeKey = "export/pictureSize";
constexpr auto scaleKey = "export/pictureScale";
constexpr auto darkKey = "export/pictureDark";
constexpr auto formatKey = "export/pictureFormat";

QSize readSize(const QSettings& settings)
{
    const QSize size = settings.value(sizeKey).toSize();
    if (size.isEmpty())
        return {};
    try {
        checkPictureSize(size.width(), size.height(), 1.0);
    } catch (const Error&) {
        return {};
    }
    return size;
}

} // namespace

RememberedPicture rememberedPicture()
{
    const QSettings settings;
    RememberedPicture picture;
    picture.size = readSize(settings);
    const int scale = settings.value(scaleKey, picture.scale).toInt();
    if (std::ranges::find(pictureScales, scale) != pictureScales.end())
        picture.scale = scale;
    picture.dark = settings.value(darkKey).toBool();
    picture.format = settings.value(formatKey).toString();
    return picture;
}

void rememberPicture(const RememberedPicture& picture)
{
    QSettings settings;
    settings.setValue(sizeKey, picture.size);
    settings.setValue(scaleKey, picture.scale);
    settings.setValue(darkKey, picture.dark);
    settings.setValue(formatKey, picture.format);
}

} // namespace stepscope::ui
