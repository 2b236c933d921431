#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>

// Outside the namespace, as Qt requires: a static library's resources are only linked if they are named.
static void loadTranslationFiles()
{
    Q_INIT_RESOURCE(translations);
}

namespace stepscope::ui {

namespace {

bool install(const QString& name, const QLocale& locale, const QString& folder)
{
    auto translator = std::make_unique<QTranslator>(QCoreApplication::instance());
    return translator->load(locale, name, "_", folder) &&
           QCoreApplication::installTranslator(translator.release());
}

/// English needs a translation for its plural forms. What the user's language lacks is shown in English.
void installTranslations()
{
    loadTranslationFiles();
    const QString folder = ":/stepscope/translations";
    install("stepscope", QLocale(QLocale::English), folder);
    if (install("stepscope", QLocale::system(), folder))
        install("qtbase", QLocale::system(), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
}

} // namespace

// Whenever an application object is created: in the window, where pictures are painted, and in tests.
Q_COREAPP_STARTUP_FUNCTION(installTranslations)

} // namespace stepscope::ui

/// Named by an option of the linker, so that each program that links stepscope-ui has this file.
extern "C" void stepscopeUiTranslations() {}
