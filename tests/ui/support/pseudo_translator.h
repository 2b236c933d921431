#pragma once

#include <QString>
#include <QTranslator>

namespace stepscope::test {

/// The window's half of the pseudo language: each text that goes through tr() is in brackets.
class PseudoTranslator final : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* /*context*/, const char* sourceText, const char* /*disambiguation*/,
                      int /*n*/) const override
    {
        return QString("[%1]").arg(QString::fromUtf8(sourceText));
    }
};

} // namespace stepscope::test
