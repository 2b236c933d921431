#include "ui/window/window_settings.h"

#include "core/base/error.h"
#include "core/experiment/experiment_json.h"
#include "ui/support/qt_text.h"
#include "ui/window/text_size.h"

#include <QSettings>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr auto eventMemoryKey = "window/event memory";
constexpr auto themeNames = {"system", "light", "dark"};

ThemeMode themeOf(const QString& name)
{
    const auto found = std::ranges::find(themeNames, name);
    return found == themeNames.end() ? ThemeMode::System : ThemeMode(found - themeNames.begin());
}

Experiment experimentOf(const QString& json)
{
    try {
        return json.isEmpty() ? Experiment() : experimentFromJson(json.toStdString(), "settings");
    } catch (const Error&) {
        return {}; // written by another version: ignore it
    }
}

} // namespace

WindowSettings readWindowSettings()
{
    const QSettings stored;
    return {.geometry = stored.value("window/geometry").toByteArray(),
            .docks = stored.value("window/docks").toByteArray(),
            .workspace = stored.value("window/workspace").toByteArray(),
            .theme = themeOf(stored.value("window/theme").toString()),
            .textSteps =
                std::clamp(stored.value("window/text").toInt(), TextSize::fewestSteps, TextSize::mostSteps),
            .eventMemoryBytes = std::max<qint64>(stored.value(eventMemoryKey).toLongLong(), 0),
            .experiment = experimentOf(stored.value("experiment/last").toString())};
}

void writeWindowSettings(const WindowSettings& settings)
{
    QSettings stored;
    stored.setValue("window/geometry", settings.geometry);
    stored.setValue("window/docks", settings.docks);
    stored.setValue("window/workspace", settings.workspace);
    stored.setValue("window/theme", *(themeNames.begin() + int(settings.theme)));
    stored.setValue("window/text", settings.textSteps);
    stored.setValue(eventMemoryKey, qint64(settings.eventMemoryBytes));
    stored.setValue("experiment/last", toQString(toJson(settings.experiment)));
    stored.sync();
}

} // namespace stepscope::ui
