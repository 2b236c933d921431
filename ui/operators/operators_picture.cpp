#include "ui/operators/operators_picture.h"

#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/run/run_contents.h"
#include "core/run/run_figures.h"
#include "ui/curves/curves_picture.h"
#include "ui/operators/operator_columns.h"
#include "ui/support/pass_colors.h"
#include "ui/support/qt_text.h"
#include "ui/theme/eliding.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <memory>
#include <set>

namespace stepscope::ui {

namespace {

constexpr double width = 800;
constexpr double pageMargin = 24;
constexpr double nameWidth = 220;
constexpr double barLeft = pageMargin + nameWidth + 12;
constexpr double barWidth = 312;
constexpr double columnWidth = 72;
constexpr double rowHeight = 24;
constexpr double rowsTop = 116;
constexpr size_t topRows = 10;

struct OperatorsPictureWords
{
    Q_DECLARE_TR_FUNCTIONS(OperatorsPicture)
};

class OperatorsPainter
{
public:
    OperatorsPainter(const Run& run, const OperatorStatistics& statistics, const ThemeColors& colors)
        : m_run(run)
        , m_statistics(statistics)
        , m_shortNames(shortRowNames(statistics, run.trace))
        , m_colors(colors)
        , m_rows(std::min(topRows, statistics.rows.size()))
    {
        for (size_t row = 0; row < m_rows; ++row)
            m_names += nameOf(statistics.rows[row]);
    }

    QSize size() const
    {
        const double height = m_rows == 0 ? 160 : rowsTop + double(m_rows) * rowHeight + 52;
        return {int(width), int(height)};
    }

    void paint(QPainter& painter)
    {
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        m_painter = &painter;
        paintTitle();
        if (m_rows == 0)
            return paintNothing();
        paintLegend();
        paintHeader();
        for (size_t row = 0; row < m_rows; ++row)
            paintRow(row);
        paintFoot();
    }

private:
    QString nameOf(const OperatorRow& row) const
    {
        return operatorText(m_statistics, row, OperatorColumn::Name, m_run.trace, &m_shortNames);
    }

    void setFont(int size, QFont::Weight weight = QFont::Normal)
    {
        QFont font = QGuiApplication::font();
        font.setPixelSize(size);
        font.setWeight(weight);
        m_painter->setFont(font);
    }

    void setNumberFont(int size)
    {
        setFont(size);
        m_painter->setFont(Theme::tabularFont(m_painter->font()));
    }

    void write(const QRectF& place, Qt::Alignment alignment, const QString& words, const QColor& color)
    {
        m_painter->setPen(color);
        const QFontMetricsF metrics(m_painter->font());
        m_painter->drawText(place, int(alignment | Qt::AlignVCenter | Qt::TextSingleLine),
                            metrics.elidedText(words, Qt::ElideMiddle, place.width() + 0.5));
    }

    double perStep(int64_t ns) const { return double(ns) / double(std::max<int64_t>(m_statistics.steps, 1)); }

    void paintTitle()
    {
        setFont(18, QFont::DemiBold);
        write({pageMargin, 20, width - 2 * pageMargin, 26}, Qt::AlignLeft, title(), m_colors.text);
        setFont(12);
        write({pageMargin, 46, width - 2 * pageMargin, 20}, Qt::AlignLeft, about(), m_colors.mutedText);
    }

    QString title() const
    {
        if (m_rows == 0)
            return OperatorsPictureWords::tr("Operators");
        if (contentsOf(m_run).hasDeviceWork) // whose time is not in this picture
            return OperatorsPictureWords::tr("The %n operator(s) with the most time on the host", nullptr,
                                             int(m_rows));
        return m_statistics.contents.areFunctions
                   ? OperatorsPictureWords::tr("The %n most expensive function(s)", nullptr, int(m_rows))
                   : OperatorsPictureWords::tr("The %n most expensive operator(s)", nullptr, int(m_rows));
    }

    /// "ConvNet on cpu, batch size 64, active steps 10 to 14".
    QString about() const
    {
        const Experiment& experiment = m_run.experiment;
        const QString network = toQString(experiment.network);
        QString text = m_statistics.contents.areFunctions
                           ? network
                           : OperatorsPictureWords::tr("%1 on %2").arg(network, runDevice(m_run));
        if (experiment.batchSize > 0) // not known for imported runs
            text += ", " + OperatorsPictureWords::tr("batch size %1").arg(countText(experiment.batchSize));
        if (m_rows > 0 && m_statistics.steps > 0)
            text += ", " + toQString(coveredSteps(m_statistics, m_run.trace));
        return text;
    }

    void paintNothing()
    {
        setFont(13);
        write({pageMargin, 84, width - 2 * pageMargin, 40}, Qt::AlignLeft,
              OperatorsPictureWords::tr("No operator profile: %1.")
                  .arg(toQString(absenceReason(m_run, RunPart::Operators))),
              m_colors.text);
    }

    void paintLegend()
    {
        std::set<Pass> passes;
        for (size_t row = 0; row < m_rows; ++row)
            passes.insert(m_statistics.rows[row].pass);
        setFont(11);
        double left = barLeft;
        for (const Pass pass : passes) {
            const QString name = toQString(passWord(pass));
            const double nameLength = QFontMetricsF(m_painter->font()).horizontalAdvance(name) + 2;
            m_painter->fillRect(QRectF(left, 83, 10, 10), passColor(pass, m_colors));
            write({left + 16, 78, nameLength, 20}, Qt::AlignLeft, name, m_colors.text);
            left += 16 + nameLength + 16;
        }
    }

    QRectF figureColumn(int column, double top) const
    {
        const double right = width - pageMargin - double(2 - column) * columnWidth;
        return {right - columnWidth, top, columnWidth, rowHeight};
    }

    void paintHeader()
    {
        setFont(11);
        const double top = rowsTop - rowHeight + 2;
        write({pageMargin, top, nameWidth, rowHeight}, Qt::AlignLeft,
              operatorTitle(OperatorColumn::Name, m_statistics), m_colors.mutedText);
        write({barLeft, top, barWidth, rowHeight}, Qt::AlignLeft,
              figuresTitle(operatorTitle(OperatorColumn::SelfTime, m_statistics)), m_colors.mutedText);
        write(figureColumn(0, top), Qt::AlignRight, OperatorsPictureWords::tr("Self %"), m_colors.mutedText);
        write(figureColumn(1, top), Qt::AlignRight,
              m_statistics.steps > 0 ? OperatorsPictureWords::tr("Calls/step")
                                     : OperatorsPictureWords::tr("Calls"),
              m_colors.mutedText);
        write(figureColumn(2, top), Qt::AlignRight,
              m_statistics.steps > 0 ? OperatorsPictureWords::tr("Total/step")
                                     : OperatorsPictureWords::tr("Total"),
              m_colors.mutedText);
        m_painter->fillRect(QRectF(pageMargin, rowsTop - 1, width - 2 * pageMargin, 1), m_colors.border);
    }

    QString figuresTitle(const QString& what) const
    {
        return m_statistics.steps > 0 ? OperatorsPictureWords::tr("%1 per step").arg(what) : what;
    }

    void paintRow(size_t index)
    {
        const OperatorRow& row = m_statistics.rows[index];
        const double top = rowsTop + double(index) * rowHeight;
        const double longest = double(std::max<int64_t>(m_statistics.rows.front().selfNs, 1));
        const double labelWidth = 64;
        const double length = (barWidth - labelWidth) * double(row.selfNs) / longest;

        setFont(12);
        write({pageMargin, top, nameWidth, rowHeight}, Qt::AlignLeft,
              elidedAmong(QFontMetrics(m_painter->font()), nameOf(row), m_names, int(nameWidth),
                          KeptPart::StartAndDifference),
              m_colors.text);
        setNumberFont(12);
        m_painter->fillRect(QRectF(barLeft, top + 5, std::max(length, 1.0), rowHeight - 10),
                            passColor(row.pass, m_colors));
        write({barLeft + length + 6, top, labelWidth, rowHeight}, Qt::AlignLeft,
              toQString(formatBareAmount(perStep(row.selfNs), m_statistics.unit)), m_colors.text);
        write(figureColumn(0, top), Qt::AlignRight, toQString(formatShare(row.selfShare)), m_colors.text);
        write(figureColumn(1, top), Qt::AlignRight, callsText(row), m_colors.text);
        write(figureColumn(2, top), Qt::AlignRight,
              toQString(formatBareAmount(perStep(row.totalNs), m_statistics.unit)), m_colors.text);
    }

    /// "8" or "8.04": an integer if every step calls it equally often.
    QString callsText(const OperatorRow& row) const
    {
        if (row.calls == 0)
            return {};
        const int64_t steps = std::max<int64_t>(m_statistics.steps, 1);
        if (row.calls % steps == 0)
            return countText(row.calls / steps);
        return QString::number(double(row.calls) / double(steps), 'f', 2);
    }

    void paintFoot()
    {
        double share = 0.0;
        for (size_t row = 0; row < m_rows; ++row)
            share += m_statistics.rows[row].selfShare;
        const double top = rowsTop + double(m_rows) * rowHeight;
        m_painter->fillRect(QRectF(pageMargin, top, width - 2 * pageMargin, 1), m_colors.border);
        setFont(11);
        const QString whole = toQString(formatAmount(perStep(m_statistics.selfNs), m_statistics.unit));
        if (m_statistics.contents.areFunctions)
            return write({pageMargin, top + 8, width - 2 * pageMargin, 20}, Qt::AlignLeft,
                         OperatorsPictureWords::tr("These take %1 of the %2 of all functions. Self excludes "
                                                   "and total includes the functions called.")
                             .arg(toQString(formatShare(share)), whole),
                         m_colors.mutedText);
        write({pageMargin, top + 8, width - 2 * pageMargin, 20}, Qt::AlignLeft,
              (m_statistics.steps > 0
                   ? OperatorsPictureWords::tr(
                         "These take %1 of the %2 of self time per step of all operators. Self time excludes "
                         "and total time includes the operators called.")
                   : OperatorsPictureWords::tr("These take %1 of the %2 of self time of all operators. Self "
                                               "time excludes and total time includes the operators called."))
                  .arg(toQString(formatShare(share)), whole),
              m_colors.mutedText);
    }

    const Run& m_run;
    const OperatorStatistics& m_statistics;
    const ShortNames m_shortNames;
    const ThemeColors m_colors;
    const size_t m_rows;
    QStringList m_names; ///< of these rows: what is cut can be none of the others
    QPainter* m_painter = nullptr;
};

} // namespace

Picture operatorsPicture(const Run& run)
{
    const auto statistics =
        std::make_shared<const OperatorStatistics>(runStatistics(run, OperatorGrouping::ByOperator));
    return {.title = OperatorsPictureWords::tr("Operators"),
            .what = OperatorsPictureWords::tr("the operators"),
            .size = OperatorsPainter(run, *statistics, Theme::lightColors()).size(),
            .paint = paintedBy([&run, statistics](QPainter& painter, const PictureSheet& sheet) {
                OperatorsPainter(run, *statistics, sheet.colors).paint(painter);
            }),
            .whyOwnSize = OperatorsPictureWords::tr("The size follows from the number of rows.")};
}

} // namespace stepscope::ui
