#include "ui/curves/curve_readout.h"

#include "core/base/text/format.h"
#include "core/run/run_figures.h"
#include "core/run/validation.h"
#include "ui/curves/curve_run_list.h"
#include "ui/support/qt_text.h"
#include "ui/support/tool_row_layout.h"
#include "ui/theme/follow_font.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

namespace stepscope::ui {

namespace {

/// Of the fields.
constexpr std::array widestValues = {"000,000",  "000",    "0000.00 s", "0.0000", "0.0000",  "100.00 %",
                                     "100.00 %", "0.0000", "100.00 %",  "0.0000", "100.00 %"};

const QString nothing = QStringLiteral("–");

QString secondsText(int64_t ns)
{
    return QString::number(double(ns) * 1e-9, 'f', 2) + QStringLiteral(" s");
}

/// The newest test that was complete when the step started.
const EpochMetrics* testBefore(const Run& run, int64_t step)
{
    const auto behind =
        std::partition_point(run.epochs.begin(), run.epochs.end(),
                             [&](const EpochMetrics& epoch) { return epoch.lastStep <= step; });
    return behind == run.epochs.begin() ? nullptr : &*std::prev(behind);
}

/// The drawn value at a place of the x axis, or the last one; a dash if there is none.
QString valueText(const CurveData& data, CurveQuantity quantity, CurveX kind, std::optional<double> x)
{
    const std::vector<float>& values = data.curve(quantity).values;
    std::optional<size_t> index;
    if (x)
        index = data.stepAt(quantity, kind, *x);
    else if (!values.empty())
        index = values.size() - 1;
    if (!index)
        return nothing;
    const double value = values[*index];
    return quantity == CurveQuantity::Loss ? lossText(value) : percentText(value);
}

} // namespace

QString lossText(double loss)
{
    return toQString(formatLoss(loss));
}

QString percentText(double percent)
{
    return std::isfinite(percent) ? toQString(formatShare(percent / 100.0, 2)) : nothing;
}

CurveReadout::CurveReadout(QWidget* parent)
    : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_figures = new QWidget(this);
    auto* row = new ToolRowLayout(m_figures);
    row->setContentsMargins(16, 6, 16, 6);
    row->setSpacing(16);
    column->addWidget(m_figures);
    for (int field = 0; field < Fields; ++field) {
        m_fields[field] = new QWidget(this);
        m_captions[field] = new QLabel(this);
        m_captions[field]->setProperty("muted", true);
        m_values[field] = new QLabel(nothing, this);
        m_values[field]->setFont(Theme::tabularFont(font()));
        m_values[field]->setTextInteractionFlags(Qt::TextSelectableByMouse);
        keepRoomFor(m_values[field], widestValues[field], 0); // a field does not move while values change
        auto* lines = new QVBoxLayout(m_fields[field]);
        lines->setContentsMargins(0, 0, 0, 0);
        lines->setSpacing(0);
        lines->addWidget(m_captions[field]);
        lines->addWidget(m_values[field]);
        row->addWidget(m_fields[field]);
    }
    for (const Field field : {ValidationLoss, ValidationAccuracy})
        m_fields[field]->hide();
    auto* list = new QWidget(this);
    m_runs = new CurveRunList(list);
    m_runs->setObjectName("shownRuns");
    auto* around = new QVBoxLayout(list);
    around->setContentsMargins(16, 4, 6, 8); // at the right is the scroll bar's place
    around->addWidget(m_runs);
    list->hide();
    column->addWidget(list);
    updateColors();
    updateToolTips();
    connect(&Theme::instance(), &Theme::changed, this, &CurveReadout::updateColors);
}

/// The accuracy has a column if any run has one.
CurveRunHeadings CurveReadout::headingsOf(const Runs& runs)
{
    const bool isSmoothed = runs.own.smoothing() > 0.0;
    if (!runs.own.tag().empty())
        return {.curves = isSmoothed ? tr("Smoothed") : tr("As logged"), .values = {tr("Value")}};
    CurveRunHeadings headings{.curves = isSmoothed ? tr("Training, smoothed") : tr("Training, not smoothed"),
                              .values = {tr("Loss")}};
    const auto hasAccuracy = [](const CurveData& data) {
        return data.run() && !data.isOfLossAlone() &&
               (data.isOfSteps() || data.raw(CurveQuantity::Accuracy).size() > 0);
    };
    if (hasAccuracy(runs.own) ||
        std::ranges::any_of(runs.overlays, [&](const auto& overlay) { return hasAccuracy(overlay->data); }))
        headings.values += tr("Accuracy");
    return headings;
}

void CurveReadout::listRuns(const Runs& runs)
{
    if (std::exchange(m_ownColor, runs.ownColor) != runs.ownColor)
        updateColors();
    const CurveRunHeadings headings = headingsOf(runs);
    const bool hasAccuracy = headings.values.size() > 1;
    const auto valuesOf = [&](const CurveData& data) {
        QStringList values{valueText(data, CurveQuantity::Loss, runs.kind, runs.x)};
        if (hasAccuracy)
            values += valueText(data, CurveQuantity::Accuracy, runs.kind, runs.x);
        return values;
    };
    const bool isListed = !runs.overlays.empty();
    QList<CurveRunEntry> entries;
    if (isListed && runs.own.hasCurves())
        entries.append(CurveRunEntry{.name = runs.ownName,
                                     .completeName = runs.completeOwnName,
                                     .values = valuesOf(runs.own),
                                     .color = trainColor()});
    for (const auto& overlay : runs.overlays) {
        if (overlay->data.hasCurves())
            entries.append(CurveRunEntry{.name = overlay->name,
                                         .completeName = overlay->completeName,
                                         .values = valuesOf(overlay->data),
                                         .color = overlay->color,
                                         .line = overlay->line,
                                         .isNearest = overlay.get() == runs.nearest});
    }
    m_runs->setEntries(std::move(entries), headings);
    m_runs->parentWidget()->setVisible(!m_runs->entries().isEmpty());
    m_figures->setVisible(!isListed || runs.own.hasCurves());
}

void CurveReadout::setMostRows(int rows)
{
    m_runs->setMostRows(rows);
}

void CurveReadout::updateToolTips()
{
    if (m_isOfSteps)
        setToolTipsOfSteps();
    else
        setToolTipsOfScalars();
}

void CurveReadout::setToolTipsOfSteps()
{
    const auto set = [this](Field field, const QString& text) { m_fields[field]->setToolTip(text); };
    set(Step, tr("Number of the step at the pointer, from 0; without the pointer, of the last one"));
    set(Epoch, tr("Epoch of the step, from 1"));
    set(Time, tr("Seconds from the start of the first step to the end of this one"));
    set(Loss, tr("Loss of the step, as the training computed or logged it"));
    set(SmoothedLoss, tr("Moving average over the previous steps, with the weight set by Smoothing"));
    set(Accuracy, tr("Share of the step's samples that were classified correctly"));
    set(SmoothedAccuracy, tr("Moving average over the previous steps, with the weight set by Smoothing"));
    set(TestLoss, tr("Loss on the test samples, in the last test up to the step"));
    set(TestAccuracy,
        tr("Share of the test samples that were classified correctly, in the last test up to the step"));
    set(ValidationLoss, tr("Loss on the validation samples, in the last validation up to the step"));
    set(ValidationAccuracy, tr("Share of the validation samples that were classified correctly, in the last "
                               "validation up to the step"));
}

/// Scalars have neither epochs nor validations.
void CurveReadout::setToolTipsOfScalars()
{
    const auto set = [this](Field field, const QString& text) { m_fields[field]->setToolTip(text); };
    set(Step, tr("Step of the value at the pointer, as it was logged; without the pointer, of the last one"));
    set(Time, tr("Seconds from the start of the run to when the value was logged"));
    set(Loss, m_isOfTag ? tr("Value as logged") : tr("Last loss logged up to the step"));
    set(SmoothedLoss, tr("Moving average over the previous values, with the weight set by Smoothing"));
    set(Accuracy, tr("Last accuracy logged up to the step"));
    set(SmoothedAccuracy, tr("Moving average over the previous values, with the weight set by Smoothing"));
    set(TestLoss, tr("Last test loss logged up to the step"));
    set(TestAccuracy, tr("Last test accuracy logged up to the step"));
}

QColor CurveReadout::trainColor() const
{
    return m_ownColor.isValid() ? m_ownColor : Theme::instance().colors().train;
}

void CurveReadout::updateColors()
{
    const ThemeColors& colors = Theme::instance().colors();
    const QColor train = trainColor();
    const auto caption = [](const QColor& color, const QString& text) {
        return QStringLiteral("<span style=\"color:%1\">●</span> %2").arg(color.name(), text);
    };
    m_captions[Step]->setText(tr("Step"));
    m_captions[Epoch]->setText(tr("Epoch"));
    m_captions[Time]->setText(tr("Time"));
    m_captions[Loss]->setText(caption(train, m_isOfTag ? tr("Value") : tr("Loss")));
    m_captions[SmoothedLoss]->setText(caption(train, tr("Smoothed")));
    m_captions[Accuracy]->setText(caption(train, tr("Accuracy")));
    m_captions[SmoothedAccuracy]->setText(caption(train, tr("Smoothed")));
    m_captions[TestLoss]->setText(caption(colors.test, tr("Test loss")));
    m_captions[TestAccuracy]->setText(caption(colors.test, tr("Test accuracy")));
    m_captions[ValidationLoss]->setText(caption(colors.validation, tr("Validation loss")));
    m_captions[ValidationAccuracy]->setText(caption(colors.validation, tr("Validation accuracy")));
}

void CurveReadout::clear(const CurveData& data)
{
    showFields(data);
    for (int field = Step; field < Fields; ++field)
        m_values[field]->setText(nothing);
}

void CurveReadout::showFields(const CurveData& data)
{
    const bool isOfTag = !data.tag().empty();
    for (int field = Step; field < Fields; ++field) {
        const bool isOfLoss = field <= SmoothedLoss || field == ValidationLoss ||
                              (field == TestLoss && !isOfTag && data.hasTests());
        // The list has the smoothed values of all runs.
        const bool isListed =
            !m_runs->entries().isEmpty() && (field == SmoothedLoss || field == SmoothedAccuracy);
        const bool isShown = !isListed && (field != Epoch || data.isOfSteps()) &&
                             (field < ValidationLoss || data.hasValidation()) &&
                             (!(isOfTag || data.isOfLossAlone()) || isOfLoss);
        m_fields[field]->setVisible(isShown);
    }
    const bool isSameTag = std::exchange(m_isOfTag, isOfTag) == isOfTag;
    const bool isSameSource = std::exchange(m_isOfSteps, data.isOfSteps()) == data.isOfSteps();
    if (!isSameTag || !isSameSource) {
        updateColors();
        updateToolTips();
    }
}

void CurveReadout::show(const CurveData& data, size_t index)
{
    showFields(data);
    if (data.isOfSteps())
        showOfSteps(data, index);
    else
        showOfScalars(data, index);
}

void CurveReadout::showOfSteps(const CurveData& data, size_t index)
{
    const StepMetrics& step = data.run()->steps[index];
    m_values[Step]->setText(countText(step.step));
    const auto epoch = epochOf(*data.run(), step);
    m_values[Epoch]->setText(epoch ? countText(*epoch) : nothing);
    m_values[Time]->setText(secondsText(step.startNs + step.durationNs));
    m_values[Loss]->setText(lossText(step.loss));
    m_values[Accuracy]->setText(percentText(CurveData::value(step, CurveQuantity::Accuracy)));
    const auto smoothed = [&](CurveQuantity quantity) {
        const CurvePyramid& curve = data.smoothed(quantity);
        return index < curve.size() ? double(curve.values[index]) : std::nan("");
    };
    const bool has = index < data.smoothed(CurveQuantity::Loss).size();
    m_values[SmoothedLoss]->setText(has ? lossText(smoothed(CurveQuantity::Loss)) : nothing);
    m_values[SmoothedAccuracy]->setText(has ? percentText(smoothed(CurveQuantity::Accuracy)) : nothing);
    const EpochMetrics* test = testBefore(*data.run(), step.step);
    const bool tested = test && test->testImages > 0;
    m_values[TestLoss]->setText(tested ? lossText(test->testLoss) : nothing);
    m_values[TestAccuracy]->setText(tested ? percentText(100.0 * test->testAccuracy()) : nothing);
    const auto validation =
        test && data.hasValidation() ? validationAfter(*data.run(), test->lastStep) : std::nullopt;
    m_values[ValidationLoss]->setText(validation ? lossText(validation->loss) : nothing);
    m_values[ValidationAccuracy]->setText(validation ? percentText(100.0 * validation->accuracy) : nothing);
}

/// For the other quantity and the tests, shows the last figures logged at that step.
void CurveReadout::showOfScalars(const CurveData& data, size_t index)
{
    const ScalarPoint& point = data.points(data.mainQuantity()).all()[index];
    m_values[Step]->setText(countText(point.step));
    m_values[Time]->setText(secondsText(point.timeNs));
    const auto lastBy = [&](const CurvePoints& points, const CurvePyramid& curve) {
        const auto behind = std::ranges::upper_bound(points.all(), point.step, {}, &ScalarPoint::step);
        const auto count = size_t(behind - points.all().begin());
        return count > 0 && count <= curve.size() ? std::optional(double(curve.values[count - 1]))
                                                  : std::nullopt;
    };
    const auto text = [](std::optional<double> value, QString (*write)(double)) {
        return value ? write(*value) : nothing;
    };
    const auto quantity = [&](CurveQuantity of, const CurvePyramid& curve) {
        return of == data.mainQuantity() && index < curve.size() ? std::optional(double(curve.values[index]))
                                                                 : lastBy(data.points(of), curve);
    };
    m_values[Loss]->setText(text(quantity(CurveQuantity::Loss, data.raw(CurveQuantity::Loss)), lossText));
    m_values[SmoothedLoss]->setText(
        text(quantity(CurveQuantity::Loss, data.smoothed(CurveQuantity::Loss)), lossText));
    m_values[Accuracy]->setText(
        text(quantity(CurveQuantity::Accuracy, data.raw(CurveQuantity::Accuracy)), percentText));
    m_values[SmoothedAccuracy]->setText(
        text(quantity(CurveQuantity::Accuracy, data.smoothed(CurveQuantity::Accuracy)), percentText));
    m_values[TestLoss]->setText(
        text(lastBy(data.testPoints(CurveQuantity::Loss), data.tests(CurveQuantity::Loss)), lossText));
    m_values[TestAccuracy]->setText(text(
        lastBy(data.testPoints(CurveQuantity::Accuracy), data.tests(CurveQuantity::Accuracy)), percentText));
}

} // namespace stepscope::ui
