#include "ui/flame/flame_tools.h"

#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "ui/support/qt_text.h"
#include "ui/support/tool_row_layout.h"

#include <QComboBox>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr auto directionKey = "flame/direction";
constexpr auto weightKey = "flame/weight";
constexpr auto shapeKey = "flame/rootBelow";

} // namespace

FlameTools::FlameTools(QToolButton* exports, QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new ToolRowLayout(this);
    m_search =
        layout->addTool(new QLineEdit, "flameSearch",
                        tr("Mark frames whose name contains all the words (Ctrl+F). Enter goes to the next, "
                           "Shift+Enter to the previous one."));
    m_search->setPlaceholderText(tr("Find operator or layer"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(120);
    m_search->setMaximumWidth(240);
    layout->setStretchFactor(m_search, 1);
    m_matches = layout->addTool(new QLabel, "flameMatches",
                                tr("Share of the total in the marked frames; nested ones are counted once"));
    m_matches->setProperty("muted", true);

    m_direction = layout->addTool(
        new QComboBox, "flameDirection",
        tr("Top-down: what calls what, from the step's passes inwards. Bottom-up: operators at "
           "the root, with their callers inwards."));
    m_direction->addItem(tr("Top-down"), int(CallDirection::TopDown));
    m_direction->addItem(tr("Bottom-up"), int(CallDirection::BottomUp));
    m_weight = layout->addTool(new QComboBox, "flameWeight", tr("The measure shown by a frame's width"));
    m_weight->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_colors = layout->addTool(
        new QComboBox, "flameColors",
        tr("Color frames by pass, or by the difference from one of the runs that are ticked in "
           "the list of runs"));
    m_colors->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_colors->setMaximumWidth(260);
    m_flame =
        layout->addTool(new QToolButton, "flameShape",
                        tr("Draw flames, which rise from the root, instead of icicles, which hang from it"));
    m_flame->setText(tr("Flame"));
    m_flame->setCheckable(true);
    layout->addStretch(1);
    layout->addWidget(exports);
    fillWeights();
    offerColors(false, {});
    connectTools();
}

void FlameTools::connectTools()
{
    connect(m_search, &QLineEdit::textChanged, this, &FlameTools::searchChanged);
    connect(m_direction, &QComboBox::currentIndexChanged, this, [this] {
        fillWeights();
        Q_EMIT arrangementChanged();
    });
    connect(m_weight, &QComboBox::activated, this, [this] {
        m_chosenWeight = weight();
        Q_EMIT arrangementChanged();
    });
    connect(m_colors, &QComboBox::activated, this, &FlameTools::arrangementChanged);
    connect(m_flame, &QToolButton::toggled, this, &FlameTools::shapeChanged);
    const auto whileSearching = [this](const QKeySequence& keys, auto act) {
        connect(new QShortcut(keys, m_search, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated,
                this, act);
    };
    for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
        whileSearching(key, [this] { Q_EMIT matchWanted(1); });
        whileSearching(Qt::SHIFT | key, [this] { Q_EMIT matchWanted(-1); });
    }
    whileSearching(Qt::Key_Escape, [this] {
        m_search->clear();
        Q_EMIT searchLeft();
    });
}

void FlameTools::load(const QSettings& settings)
{
    m_direction->setCurrentIndex(settings.value(directionKey).toString() == "bottomUp" ? 1 : 0);
    if (const int weight = settings.value(weightKey, -1).toInt();
        weight >= 0 && weight <= int(CallWeight::DeviceTime))
        m_chosenWeight = CallWeight(weight);
    fillWeights();
    m_flame->setChecked(settings.value(shapeKey).toBool());
}

void FlameTools::save(QSettings& settings) const
{
    settings.setValue(directionKey, direction() == CallDirection::BottomUp ? "bottomUp" : "topDown");
    if (m_chosenWeight)
        settings.setValue(weightKey, int(*m_chosenWeight));
    settings.setValue(shapeKey, m_flame->isChecked());
}

CallDirection FlameTools::direction() const
{
    return CallDirection(m_direction->currentData().toInt());
}

CallWeight FlameTools::weight() const
{
    return CallWeight(m_weight->currentData().toInt());
}

FlameShape FlameTools::shape() const
{
    return m_flame->isChecked() ? FlameShape::Flame : FlameShape::Icicle;
}

std::shared_ptr<const Run> FlameTools::otherRun() const
{
    const int other = m_colors->currentIndex() - 1;
    return other < 0 ? nullptr : m_others[size_t(other)].run;
}

QString FlameTools::directionText() const
{
    return m_direction->currentText();
}

QString FlameTools::weightText() const
{
    switch (weight()) {
    case CallWeight::SelfTime:
        return tr("self %1").arg(noun());
    case CallWeight::TotalTime:
        break;
    case CallWeight::Calls:
        return tr("calls");
    case CallWeight::Allocated:
        return tr("allocated memory");
    case CallWeight::DeviceTime:
        return tr("device time");
    }
    return tr("total %1").arg(noun());
}

QString FlameTools::colorsText() const
{
    return m_colors->currentText();
}

QString FlameTools::noun() const
{
    return toQString(amountNoun(m_measures.unit));
}

QStringList FlameTools::searchedWords() const
{
    return m_search->text().split(' ', Qt::SkipEmptyParts);
}

void FlameTools::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void FlameTools::showMatches(std::optional<double> share)
{
    const QString text = toQString(formatShare(share.value_or(0.0)));
    m_matches->setText(searchedWords().isEmpty()            ? QString()
                       : !share                             ? tr("no match")
                       : weight() == CallWeight::Calls      ? tr("%1 of all calls").arg(text)
                       : weight() == CallWeight::Allocated  ? tr("%1 of the memory").arg(text)
                       : weight() == CallWeight::DeviceTime ? tr("%1 of the device time").arg(text)
                                                            : tr("%1 of the %2").arg(text, noun()));
}

void FlameTools::offerWeights(const CallTree& tree)
{
    Measures measures{tree.unit, tree.hasCalls, tree.hasMemory, tree.hasDevice};
    if (tree.isEmpty() || measures == m_measures)
        return;
    m_measures = std::move(measures);
    fillWeights();
}

void FlameTools::fillWeights()
{
    m_weight->clear();
    // Top-down, the width of a stack is the sum of the self times in it, which is its total.
    if (direction() == CallDirection::BottomUp)
        m_weight->addItem(tr("Self %1").arg(noun()), int(CallWeight::SelfTime));
    m_weight->addItem(tr("Total %1").arg(noun()), int(CallWeight::TotalTime));
    if (m_measures.hasCalls)
        m_weight->addItem(tr("Calls"), int(CallWeight::Calls));
    if (m_measures.hasMemory)
        m_weight->addItem(tr("Allocated memory"), int(CallWeight::Allocated));
    if (m_measures.hasDevice)
        m_weight->addItem(tr("Device time"), int(CallWeight::DeviceTime));
    const CallWeight weight = m_chosenWeight.value_or(CallWeight::DeviceTime);
    const bool isHostTime = weight == CallWeight::SelfTime || weight == CallWeight::TotalTime;
    m_weight->setCurrentIndex(isHostTime ? 0 : std::max(m_weight->findData(int(weight)), 0));
}

void FlameTools::offerColors(bool areFunctions, std::vector<TickedRun> others)
{
    const QString before = m_colors->currentData().toString();
    m_colors->clear();
    m_colors->addItem(areFunctions ? tr("By module") : tr("By pass"), QString());
    for (const TickedRun& run : others) {
        m_colors->addItem(tr("Against %1").arg(run.name), toQString(run.path));
        m_colors->setItemData(m_colors->count() - 1, paragraph(run.completeName), Qt::ToolTipRole);
    }
    m_others = std::move(others);
    m_colors->setCurrentIndex(std::max(m_colors->findData(before), 0));
    m_colors->setEnabled(m_colors->count() > 1);
}

} // namespace stepscope::ui
