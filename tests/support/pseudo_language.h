#pragma once

#include "core/language/translation.h"

#include <QtGlobal>

#include <clocale>
#include <string>

namespace stepscope::test {

/// A language that can be distinguished from English: each text of core and app is in brackets. Its
/// translation is made from the template when the tests are built.
class PseudoLanguage
{
public:
    PseudoLanguage()
    {
        qputenv("LANGUAGE", "eo");
        qputenv("LOCPATH", STEPSCOPE_PSEUDO_LOCALES);
        m_locale = std::setlocale(LC_MESSAGES, nullptr);
        std::setlocale(LC_MESSAGES, "en_US.UTF-8"); // gettext translates nothing in "C" and "C.UTF-8"
        useTranslations(STEPSCOPE_PSEUDO_TRANSLATIONS);
    }
    ~PseudoLanguage()
    {
        qunsetenv("LANGUAGE");
        qunsetenv("LOCPATH");
        std::setlocale(LC_MESSAGES, m_locale.c_str());
    }
    Q_DISABLE_COPY_MOVE(PseudoLanguage)

private:
    std::string m_locale; ///< before
};

} // namespace stepscope::test
