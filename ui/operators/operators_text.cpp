#include "ui/operators/operators_text.h"

#include "ui/operators/operators_model.h"
#include "ui/support/qt_text.h"

#include <QStringList>

#include <cmath>
#include <numeric>

namespace stepscope::ui {

namespace {

QString titleWithUnit(OperatorColumn column, const OperatorStatistics& statistics)
{
    const OperatorColumnInfo& info = operatorColumn(column);
    const QString title = operatorTitle(column, statistics);
    const bool isAmount = info.figure == OperatorFigure::Time && !isInMicroseconds(column, statistics);
    const bool saysUnit = isAmount || info.unit().isEmpty() || title.contains(info.unit());
    return saysUnit ? title : QString("%1 (%2)").arg(title, info.unit());
}

bool isWhole(OperatorFigure figure)
{
    return figure == OperatorFigure::Count || figure == OperatorFigure::Flops ||
           figure == OperatorFigure::Bytes;
}

QString plainText(const OperatorsModel& model, int row, OperatorColumn column)
{
    const OperatorFigure figure = operatorColumn(column).figure;
    if (figure == OperatorFigure::Text)
        return model.text(row, column).replace('\t', ' ');
    const double value = operatorValue(model.statistics(), model.operatorRow(row), column);
    if (std::isnan(value))
        return {};
    return QString::number(value, 'f', isWhole(figure) ? 0 : figure == OperatorFigure::Share ? 2 : 3);
}

TableValue valueOf(const OperatorsModel& model, int row, OperatorColumn column)
{
    if (column == OperatorColumn::Name)
        return model.operatorName(row).toStdString();
    if (column == OperatorColumn::Pass) // as in every file, not in the user's language
        return model.text(row, column).isEmpty()      ? std::string()
               : model.operatorRow(row).severalPasses ? std::string("several")
                                                      : passName(model.operatorRow(row).pass);
    if (!operatorColumn(column).isNumber())
        return model.text(row, column).toStdString();
    const double value = operatorValue(model.statistics(), model.operatorRow(row), column);
    if (std::isnan(value))
        return {};
    if (isWhole(operatorColumn(column).figure))
        return int64_t(value);
    return value;
}

} // namespace

QList<int> allRows(const OperatorsModel& model)
{
    QList<int> rows(model.rowCount());
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

PlainTable operatorsTable(const OperatorsModel& model, const QList<int>& rows,
                          const QList<OperatorColumn>& columns)
{
    PlainTable table;
    for (const OperatorColumn column : columns) {
        const OperatorColumnInfo& info = operatorColumn(column);
        const QString title = model.headerData(int(column), Qt::Horizontal).toString();
        table.columns.push_back(
            {title.toStdString(), operatorKey(column, model.statistics()), info.isNumber()});
    }
    for (const int row : rows) {
        auto& cells = table.rows.emplace_back();
        for (const OperatorColumn column : columns)
            cells.push_back({model.text(row, column).toStdString(), valueOf(model, row, column)});
    }
    return table;
}

QString operatorsTsv(const OperatorsModel& model, const QList<int>& rows,
                     const QList<OperatorColumn>& columns)
{
    QStringList cells;
    for (const OperatorColumn column : columns)
        cells.append(titleWithUnit(column, model.statistics()));
    QString text = cells.join('\t') + '\n';
    for (const int row : rows) {
        cells.clear();
        for (const OperatorColumn column : columns)
            cells.append(plainText(model, row, column));
        text += cells.join('\t') + '\n';
    }
    return text;
}

QString operatorsMarkdown(const OperatorsModel& model, const QList<OperatorColumn>& columns)
{
    return toQString(markdownText(operatorsTable(model, allRows(model), columns)));
}

} // namespace stepscope::ui
