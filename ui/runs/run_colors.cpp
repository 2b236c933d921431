#include "ui/runs/run_colors.h"

#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

namespace stepscope::ui {

namespace {

struct RunColorWords
{
    Q_DECLARE_TR_FUNCTIONS(RunColor)
};

} // namespace

int runColorCount()
{
    return int(Theme::lightColors().series.size());
}

std::string storedRunColor(int number)
{
    return Theme::lightColors().series.at(number).name().toStdString();
}

QString runColorName(int number)
{
    const QStringList names = {RunColorWords::tr("Blue"),   RunColorWords::tr("Orange"),
                               RunColorWords::tr("Green"),  RunColorWords::tr("Pink"),
                               RunColorWords::tr("Yellow"), RunColorWords::tr("Sky"),
                               RunColorWords::tr("Violet"), RunColorWords::tr("Gray")};
    return names.value(number, QString::number(number + 1));
}

QColor shownRunColor(const std::string& stored)
{
    return seriesColor(QColor(toQString(stored)), Theme::instance().colors());
}

} // namespace stepscope::ui
