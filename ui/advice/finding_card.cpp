#include "ui/advice/finding_card.h"

#include "core/ab_test/measured_advice.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "ui/advice/measure_bar.h"
#include "ui/support/plain_label.h"
#include "ui/support/qt_text.h"
#include "ui/theme/eliding.h"
#include "ui/theme/follow_font.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope::ui {

namespace {

constexpr int padding = 16;
constexpr int stripe = 3; ///< at the left edge, in the verdict's color

QString linkText(const Finding& finding)
{
    switch (finding.place) {
    case FindingPlace::Operators:
        return finding.operatorName.empty() ? FindingCard::tr("Show the operators")
                                            : FindingCard::tr("Show it in the operator table");
    case FindingPlace::Steps:
        return FindingCard::tr("Show the steps");
    case FindingPlace::Machine:
        return FindingCard::tr("Show the machine");
    case FindingPlace::Nowhere:
        break;
    }
    return {};
}

/// For a label whose text cannot be selected.
void addCopyAction(QLabel* label, const QString& text)
{
    auto* const copy = new QAction(FindingCard::tr("Copy"), label);
    QObject::connect(copy, &QAction::triggered, label,
                     [text] { QGuiApplication::clipboard()->setText(text); });
    label->addAction(copy);
    label->setContextMenuPolicy(Qt::ActionsContextMenu);
}

QLabel* numberLabel(const QString& words, bool muted = false)
{
    auto* label = new QLabel(words);
    label->setTextFormat(Qt::PlainText);
    label->setFont(Theme::tabularFont(label->font()));
    label->setProperty("muted", muted);
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return label;
}

} // namespace

/// The text with invisible places at which a line may end within very long words.
static QString breakable(const QString& text)
{
    constexpr qsizetype longestWord = 40;
    constexpr qsizetype part = 20;
    constexpr QChar mayEndHere(0x200b); // has no width
    QStringList words = text.split(' ');
    for (QString& word : words) {
        if (word.size() <= longestWord)
            continue;
        for (qsizetype at = (word.size() - 1) / part * part; at > 0; at -= part) {
            if (!word[at].isLowSurrogate())
                word.insert(at, mayEndHere);
        }
    }
    return words.join(' ');
}

QLabel* wrappedLabel(const QString& text)
{
    const QString shown = breakable(text);
    auto* const label = plainLabel(shown);
    if (shown != text) { // what is copied must not have these places
        label->setTextInteractionFlags(Qt::NoTextInteraction);
        addCopyAction(label, text);
    }
    return label;
}

FindingCard::FindingCard(const Finding& finding, bool withFormula,
                         const std::vector<ChangeToMeasure>& measures, QWidget* parent)
    : QWidget(parent)
    , m_finding(finding)
{
    setObjectName(findingName(finding.id));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(padding + stripe, 12, padding, 12);
    column->setSpacing(6);
    addHead(column);
    if (finding.verdict == FindingVerdict::LookHere)
        column->addWidget(plainLabel(toQString(finding.question), true));
    column->addWidget(wrappedLabel(toQString(finding.meaning)));
    if (finding.verdict == FindingVerdict::LookHere) {
        auto* gain = plainLabel(toQString(gainText(finding)));
        gain->setObjectName("gain");
        column->addWidget(gain);
    }
    addOperators(column);
    addTries(column);
    addMeasures(column, measures);
    if (withFormula) {
        auto* formula = plainLabel(tr("Formula: %1").arg(toQString(finding.formula)), true);
        formula->setObjectName("formula");
        column->addWidget(formula);
    }
    addLink(column);
    setToolTip(paragraph(toQString(finding.formula)));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void FindingCard::addHead(QVBoxLayout* column)
{
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    auto* title = plainLabel(toQString(m_finding.title));
    title->setObjectName("title");
    QFont font = title->font();
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    head->addWidget(title, 1);
    if (const auto& measure = m_finding.measure) {
        auto* value = numberLabel(toQString(measureText(*measure)));
        value->setObjectName("value");
        QFont bold = value->font();
        bold.setWeight(QFont::DemiBold);
        value->setFont(bold);
        auto* threshold = plainLabel(toQString(thresholdText(*measure)), true);
        threshold->setObjectName("threshold");
        keepRoomFor(threshold, "at least 100 %", 0);
        threshold->setWordWrap(false);
        threshold->setToolTip(tr("Stepscope's threshold"));
        head->addWidget(value);
        head->addWidget(new MeasureBar(*measure, m_finding.verdict));
        head->addWidget(threshold);
    }
    column->addLayout(head);
}

void FindingCard::addOperators(QVBoxLayout* column)
{
    if (m_finding.operators.empty() || m_finding.verdict != FindingVerdict::LookHere)
        return;
    auto* grid = new QGridLayout;
    grid->setContentsMargins(0, 4, 0, 4);
    grid->setHorizontalSpacing(20);
    grid->setVerticalSpacing(4);
    const auto head = [&](int at, Translatable id, bool isNumber) {
        auto* label = plainLabel(toQString(translated(id)), true);
        label->setAlignment(Qt::AlignBottom | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
        grid->addWidget(label, 0, at);
    };
    const bool areKernels = m_finding.id == FindingId::CostliestKernels;
    const auto heads = gainTableHeads(m_finding);
    head(0, heads.name, false);
    if (!areKernels)
        head(1, translatable("Pass"), false);
    head(2, heads.time, true);
    head(3, heads.share, true);
    head(4, heads.half, true);
    head(5, heads.free, true);
    int row = 0;
    for (const auto& gain : m_finding.operators) {
        auto* name = new ElidedLabel; // of a kernel, perhaps of hundreds of letters
        name->setPlainText(toQString(withoutNamespace(gain.name)));
        addCopyAction(name, toQString(gain.name));
        grid->addWidget(name, ++row, 0);
        if (!areKernels) { // a kernel has its operator's pass
            auto* pass = plainLabel(toQString(passWord(gain.pass)), true);
            pass->setWordWrap(false);
            grid->addWidget(pass, row, 1);
        }
        grid->addWidget(numberLabel(durationText(gain.perStepNs)), row, 2);
        grid->addWidget(numberLabel(toQString(measureText(gain.share))), row, 3);
        grid->addWidget(numberLabel(toQString(formatTimes(gain.half)) + " ×"), row, 4);
        grid->addWidget(numberLabel(toQString(formatTimes(gain.free)) + " ×"), row, 5);
    }
    grid->setColumnStretch(0, 1);
    column->addLayout(grid);
}

void FindingCard::addTries(QVBoxLayout* column)
{
    if (m_finding.tries.empty())
        return;
    auto* head = plainLabel(toQString(translated("What to try")), true);
    head->setContentsMargins(0, 4, 0, 0);
    column->addWidget(head);
    for (const auto& what : m_finding.tries) {
        auto* line = new QHBoxLayout;
        line->setSpacing(8);
        auto* bullet = new QLabel("•");
        bullet->setProperty("muted", true);
        line->addWidget(bullet, 0, Qt::AlignTop);
        line->addWidget(wrappedLabel(toQString(what)), 1);
        column->addLayout(line);
    }
}

void FindingCard::addMeasures(QVBoxLayout* column, const std::vector<ChangeToMeasure>& measures)
{
    for (const ChangeToMeasure& measure : measures) {
        const QString words = toQString(changeText(measure.change));
        auto* line = new QHBoxLayout;
        line->setSpacing(8);
        auto* button = new QToolButton;
        button->setObjectName("measure");
        button->setText(tr("Measure: %1").arg(words));
        button->setEnabled(measure.whyNot.isEmpty());
        button->setToolTip(
            measure.whyNot.isEmpty()
                ? tr("Train with and without this setting in turns, for at most %1 s").arg(findingTestSeconds)
                : measure.whyNot);
        connect(button, &QToolButton::clicked, this,
                [this, change = measure.change] { Q_EMIT measureWanted(change); });
        line->addWidget(button, 0, Qt::AlignTop);
        auto* result =
            plainLabel(measure.result.isEmpty() ? QString() : tr("Measured: %1").arg(measure.result));
        result->setObjectName("measured");
        line->addWidget(result, 1);
        column->addLayout(line);
    }
}

void FindingCard::addLink(QVBoxLayout* column)
{
    const QString words = linkText(m_finding);
    if (words.isEmpty() || m_finding.verdict != FindingVerdict::LookHere)
        return;
    auto* link = new QToolButton;
    link->setObjectName("link");
    link->setText(words);
    connect(link, &QToolButton::clicked, this, [this] { Q_EMIT placeWanted(m_finding); });
    column->addSpacing(4);
    column->addWidget(link, 0, Qt::AlignLeft);
}

void FindingCard::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = Theme::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF card = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(colors.border);
    painter.setBrush(colors.surface);
    painter.drawRoundedRect(card, 6.0, 6.0);
    painter.setClipRect(QRectF(0.0, 0.0, stripe + 0.5, height()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_finding.verdict == FindingVerdict::LookHere ? colors.warning : colors.good);
    painter.drawRoundedRect(card, 6.0, 6.0);
}

} // namespace stepscope::ui
