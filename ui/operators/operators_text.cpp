#include "ui/operators/operators_text.h"

#include "ui/operators/operators_model.h"

#include <QStringList>

namespace stepscope::ui {

namespace {

bool isTime(OperatorColumn column)
{
    const auto number = int(column);
    return column == OperatorColumn::SelfTime || column == OperatorColumn::TotalTime ||
           (number >= int(OperatorColumn::MeanTime) && number <= int(OperatorColumn::MaxTime));
}

QString unitText(OperatorColumn column)
{
    if (isTime(column))
        return " (µs)";
    const bool isMemory = column == OperatorColumn::SelfMemory || column == OperatorColumn::TotalMemory;
    return isMemory ? " (B)" : "";
}

QString plainText(const OperatorsModel& model, int row, OperatorColumn column)
{
    if (!operatorColumn(column).isNumber)
        return model.text(row, column);
    const double figure = operatorFigure(model.operatorRow(row), column);
    if (isTime(column))
        return QString::number(figure / 1e3, 'f', 3);
    switch (column) {
    case OperatorColumn::SelfShare:
    case OperatorColumn::TotalShare:
        return QString::number(100.0 * figure, 'f', 2);
    case OperatorColumn::FlopRate:
        return QString::number(figure, 'f', 3);
    default:
        return QString::number(figure, 'f', 0);
    }
}

QString markdownCell(QString text)
{
    return text.replace('\\', "\\\\").replace('|', "\\|").replace('*', "\\*").replace('_', "\\_");
}

QString markdownLine(const QStringList& cells)
{
    return "| " + cells.join(" | ") + " |\n";
}

} // namespace

QString operatorsTsv(const OperatorsModel& model, const QList<int>& rows,
                     const QList<OperatorColumn>& columns)
{
    QStringList cells;
    for (const OperatorColumn column : columns)
        cells.append(operatorColumn(column).title + unitText(column));
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
    QStringList titles;
    QStringList rules;
    for (const OperatorColumn column : columns) {
        titles.append(operatorColumn(column).title);
        rules.append(operatorColumn(column).isNumber ? "---:" : "---");
    }
    QString text = markdownLine(titles) + markdownLine(rules);
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (const OperatorColumn column : columns)
            cells.append(markdownCell(model.text(row, column)));
        text += markdownLine(cells);
    }
    return text;
}

} // namespace stepscope::ui
