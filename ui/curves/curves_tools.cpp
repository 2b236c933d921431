#include "ui/curves/curves_tools.h"

#include "ui/support/qt_text.h"
#include "ui/support/tool_row_layout.h"
#include "ui/theme/eliding.h"
#include "ui/theme/follow_font.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace stepscope::ui {

namespace {

QToolButton* toolButton(const QString& text, const QString& toolTip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

CurvesTools::CurvesTools(QToolButton* exports, QWidget* parent)
    : QWidget(parent)
{
    makeTag();
    m_xLabel = new QLabel(tr("&X axis"), this);
    m_xKind = new QComboBox(this);
    m_xKind->setObjectName("xAxis");
    m_xKind->addItem(tr("Step"), int(CurveX::Step));
    m_xKind->addItem(tr("Epoch"), int(CurveX::Epoch));
    m_xKind->addItem(tr("Seconds"), int(CurveX::Seconds));
    m_xKind->setToolTip(tr("What the x axis counts"));
    m_xLabel->setBuddy(m_xKind);
    makeSmoothing();
    makeButtons();

    auto* row = new ToolRowLayout(this);
    row->addOptional(m_tagLabel);
    row->addWidget(m_tag, 1);
    row->addOptional(m_xLabel);
    row->addWidget(m_xKind);
    row->addOptional(m_smoothingLabel);
    row->addWidget(m_smoothing, 1);
    row->addOptional(m_smoothingValue);
    row->addWidget(m_log);
    row->addWidget(m_follow);
    row->addWidget(m_fit);
    row->addStretch(1);
    row->addWidget(exports);
    connectTools();
}

void CurvesTools::makeTag()
{
    m_tagLabel = new QLabel(tr("Sho&wn"), this);
    m_tag = new ElidedComboBox(this);
    m_tag->setObjectName("shownTag");
    m_tag->setMaxVisibleItems(24);
    m_tag->setMinimumContentsLength(8);
    m_tag->setMaximumWidth(220);
    m_tag->setToolTip(tr("Loss and accuracy, or a tag of the scalars that the runs have logged"));
    m_tagLabel->setBuddy(m_tag);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_tagLabel, m_tag})
        widget->hide(); // shown once runs have scalars
}

void CurvesTools::makeSmoothing()
{
    m_smoothingLabel = new QLabel(tr("S&moothing"), this);
    m_smoothing = new QSlider(Qt::Horizontal, this);
    m_smoothing->setObjectName("smoothing");
    m_smoothing->setRange(0, 99);
    m_smoothing->setMinimumWidth(40);
    m_smoothing->setMaximumWidth(140);
    m_smoothingLabel->setBuddy(m_smoothing);
    m_smoothingValue = new QLabel(this);
    m_smoothingValue->setFont(Theme::tabularFont(font()));
    keepRoomFor(m_smoothingValue, "0.00", 4);
}

void CurvesTools::makeButtons()
{
    m_log = toolButton(tr("Log"), tr("Logarithmic loss axis (L)"), this);
    m_log->setObjectName("log");
    m_log->setCheckable(true);
    m_follow =
        toolButton(tr("Follow"), tr("Keep the newest step visible; zooming or panning turns it off"), this);
    m_follow->setObjectName("follow");
    m_follow->setCheckable(true);
    m_fit = toolButton(tr("Fit"), tr("Show the whole run (F, or double click)"), this);
    m_fit->setObjectName("fit");
}

void CurvesTools::connectTools()
{
    connect(m_tag, &QComboBox::currentIndexChanged, this,
            [this] { Q_EMIT tagChosen(m_tag->currentData().toString().toStdString()); });
    connect(m_xKind, &QComboBox::currentIndexChanged, this,
            [this] { Q_EMIT xKindChosen(CurveX(m_xKind->currentData().toInt())); });
    connect(m_smoothing, &QSlider::valueChanged, this,
            [this](int value) { Q_EMIT smoothingChosen(value / 100.0); });
    connect(m_log, &QToolButton::toggled, this, &CurvesTools::logLossToggled);
    connect(m_follow, &QToolButton::toggled, this, &CurvesTools::followingToggled);
    connect(m_fit, &QToolButton::clicked, this, &CurvesTools::fitWanted);
}

bool CurvesTools::isFollowing() const
{
    return m_follow->isChecked();
}

void CurvesTools::offerTags(const std::set<std::string>& tags)
{
    for (QWidget* widget : std::initializer_list<QWidget*>{m_tagLabel, m_tag})
        widget->setVisible(!tags.empty());
    const QSignalBlocker quiet(m_tag);
    m_tag->clear();
    m_tag->addItem(tr("Loss and accuracy"), QString());
    m_tag->insertSeparator(1);
    for (const std::string& tag : tags)
        m_tag->addItem(toQString(tag), toQString(tag));
}

void CurvesTools::offerEpochs(bool haveEpochs)
{
    const auto* items = qobject_cast<QStandardItemModel*>(m_xKind->model());
    items->item(m_xKind->findData(int(CurveX::Epoch)))->setEnabled(haveEpochs);
}

void CurvesTools::setTag(const std::string& tag)
{
    const QSignalBlocker quiet(m_tag);
    m_tag->setCurrentIndex(std::max(0, m_tag->findData(toQString(tag))));
}

void CurvesTools::setXKind(CurveX kind)
{
    const QSignalBlocker quiet(m_xKind);
    m_xKind->setCurrentIndex(m_xKind->findData(int(kind)));
}

void CurvesTools::setSmoothing(double weight)
{
    const QSignalBlocker quiet(m_smoothing);
    m_smoothing->setValue(int(std::lround(weight * 100.0)));
    const QString shown = QString::number(weight, 'f', 2);
    m_smoothingValue->setText(shown);
    m_smoothing->setToolTip(tr("Smoothing %1: the weight of the previous steps in an exponential moving "
                               "average, as in TensorBoard. 0 shows each step as it is. Curves of smaller "
                               "batches are smoothed over as many samples as those of the largest")
                                .arg(shown));
}

void CurvesTools::setLogLoss(bool on)
{
    const QSignalBlocker quiet(m_log);
    m_log->setChecked(on);
}

void CurvesTools::setFollowing(bool on)
{
    const QSignalBlocker quiet(m_follow);
    m_follow->setChecked(on);
}

} // namespace stepscope::ui
