#pragma once

#include "core/language/translation.h"

#include <QtGlobal>

#include <clocale>

namespace stepscope::test {

/// A language that can be told from English: each text of core and app in brackets. Its translation is made
/// from the template when the tests are built.
class PseudoLanguage
{
public:
    PseudoLanguage()
    {
        qputenv("LANGUAGE", "eo");
        std::setlocale(LC_MESSAGES, "C.UTF-8"); // gettext translates nothing in "C"
        useTranslations(STEPSCOPE_PSEUDO_TRANSLATIONS);
    }
    ~PseudoLanguage()
    {
        useEnglish();
        qunsetenv("LANGUAGE");
    }
    Q_DISABLE_COPY_MOVE(PseudoLanguage)
};

} // namespace stepscope::test
