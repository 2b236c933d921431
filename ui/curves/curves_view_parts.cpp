#include "ui/curves/curve_plot.h"
#include "ui/curves/curve_readout.h"
#include "ui/curves/curves_view.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/tool_row_layout.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSlider>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope::ui {

namespace {

constexpr double defaultSmoothing = 0.9; // an average over some ten steps

QToolButton* toolButton(const QString& text, const QString& toolTip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

CurvesView::CurvesView(QWidget* parent)
    : View(parent)
{
    m_catchUp.setInterval(0);
    connect(&m_catchUp, &QTimer::timeout, this, &CurvesView::catchUp);

    m_toolRow = new QWidget(this);
    buildToolRow(new ToolRowLayout(m_toolRow));
    m_plot = new CurvePlot(&m_data, this);
    m_readout = new CurveReadout(this);
    auto* curves = new QWidget(this);
    auto* column = new QVBoxLayout(curves);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_plot, 1);
    column->addWidget(m_readout);

    m_pages = new QStackedWidget(this);
    m_empty = new EmptyPage("curvesEmpty");
    m_emptyButton = new QToolButton;
    m_emptyButton->setObjectName("emptyButton");
    m_emptyButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_emptyButton->hide();
    m_empty->addButton(m_emptyButton);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(curves);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_toolRow);
    page->addWidget(m_pages, 1);

    addShortcuts();
    connectPlot();
    setFocusProxy(m_plot);
    setSmoothing(defaultSmoothing);
    setFollowing(true);
}

CurvesView::~CurvesView() = default;

void CurvesView::buildToolRow(ToolRowLayout* row)
{
    m_tagLabel = new QLabel(tr("Sho&wn"), this);
    m_tag = new QComboBox(this);
    m_tag->setObjectName("shownTag");
    m_tag->setMaxVisibleItems(24);
    m_tag->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_tag->setMinimumContentsLength(18);
    m_tag->setToolTip(tr("Loss and accuracy, or a tag of the scalars that the runs have logged"));
    m_tagLabel->setBuddy(m_tag);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_tagLabel, m_tag})
        widget->hide(); // shown once runs have scalars
    connect(m_tag, &QComboBox::currentIndexChanged, this,
            [this] { setTag(m_tag->currentData().toString().toStdString()); });

    auto* xLabel = new QLabel(tr("&X axis"), this);
    m_xKind = new QComboBox(this);
    m_xKind->setObjectName("xAxis");
    m_xKind->addItem(tr("Step"), int(CurveX::Step));
    m_xKind->addItem(tr("Epoch"), int(CurveX::Epoch));
    m_xKind->addItem(tr("Seconds"), int(CurveX::Seconds));
    m_xKind->setToolTip(tr("What the x axis counts"));
    xLabel->setBuddy(m_xKind);
    connect(m_xKind, &QComboBox::currentIndexChanged, this, [this] {
        m_xKindChosen = true;
        setXKind(CurveX(m_xKind->currentData().toInt()));
    });

    auto* smoothingLabel = new QLabel(tr("S&moothing"), this);
    m_smoothing = new QSlider(Qt::Horizontal, this);
    m_smoothing->setObjectName("smoothing");
    m_smoothing->setRange(0, 99);
    m_smoothing->setFixedWidth(140);
    m_smoothing->setToolTip(tr("Weight of the previous steps in an exponential moving average, as in "
                               "TensorBoard: 0 shows each step as it is. Overlaid curves of smaller batches "
                               "are smoothed over as many images as those of the largest"));
    smoothingLabel->setBuddy(m_smoothing);
    connect(m_smoothing, &QSlider::valueChanged, this, [this](int value) { setSmoothing(value / 100.0); });
    m_smoothingValue = new QLabel(this);
    m_smoothingValue->setFont(Theme::tabularFont(font()));
    m_smoothingValue->setMinimumWidth(m_smoothingValue->fontMetrics().horizontalAdvance("0.00") + 4);

    m_log = toolButton(tr("Log"), tr("Logarithmic loss axis (L)"), this);
    m_log->setObjectName("log");
    m_log->setCheckable(true);
    connect(m_log, &QToolButton::toggled, this, &CurvesView::setLogLoss);
    m_follow =
        toolButton(tr("Follow"), tr("Keep the newest step visible; zooming or panning turns it off"), this);
    m_follow->setObjectName("follow");
    m_follow->setCheckable(true);
    connect(m_follow, &QToolButton::toggled, this, &CurvesView::setFollowing);
    m_fit = toolButton(tr("Fit"), tr("Show the whole run (F, or double click)"), this);
    m_fit->setObjectName("fit");
    connect(m_fit, &QToolButton::clicked, this, &CurvesView::fit);

    row->addWidget(m_tagLabel);
    row->addWidget(m_tag);
    row->addWidget(xLabel);
    row->addWidget(m_xKind);
    row->addSpacing(12);
    row->addWidget(smoothingLabel);
    row->addWidget(m_smoothing);
    row->addWidget(m_smoothingValue);
    row->addSpacing(12);
    row->addWidget(m_log);
    row->addWidget(m_follow);
    row->addWidget(m_fit);
    row->addStretch(1);
    row->addWidget(makeExportButton(this));
}

void CurvesView::setEmptyAction(QAction* action)
{
    m_emptyButton->setDefaultAction(action);
    updateEmptyPage();
}

void CurvesView::addShortcuts()
{
    const auto shortcut = [this](const QString& text, const QKeySequence& keys, auto act) {
        auto* action = new QAction(text, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
    };
    shortcut(tr("Fit"), Qt::Key_F, [this] { fit(); });
    shortcut(tr("Logarithmic loss axis"), Qt::Key_L, [this] { m_log->toggle(); });
    shortcut(tr("Copy picture"), QKeySequence::Copy, [this] { copyPicture(); });
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

void CurvesView::connectPlot()
{
    connect(m_plot, &CurvePlot::movedByUser, this, [this] {
        m_whole = false;
        setFollowing(false);
    });
    connect(m_plot, &CurvePlot::fitWanted, this, &CurvesView::fit);
    connect(m_plot, &CurvePlot::seriesSwitched, this, [this] { updatePlot(); });
    connect(m_plot, &CurvePlot::hovered, this, [this](double x) {
        m_hovered = x;
        updateReadout();
    });
    connect(m_plot, &CurvePlot::hoverLeft, this, [this] {
        if (!m_hovered)
            return;
        m_hovered.reset();
        m_plot->hideCursor();
        updateReadout();
    });
    connect(&Theme::instance(), &Theme::changed, this, &CurvesView::applyColors);
}

} // namespace stepscope::ui
