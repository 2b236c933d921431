#include "ui/machine/machine_readout.h"

#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

/// Mean of the processors whose use is known.
double meanOf(const std::vector<float>& percent)
{
    double sum = 0.0;
    int count = 0;
    for (const float value : percent) {
        if (std::isnan(value))
            continue;
        sum += double(value);
        ++count;
    }
    return count > 0 ? sum / count : std::nan("");
}

} // namespace

MachineReadout::MachineReadout(QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
{
    m_row->setContentsMargins(16, 6, 16, 8);
    m_row->setSpacing(24);
    m_row->addStretch(1);
}

MachineReadout::Field& MachineReadout::field(size_t index)
{
    while (m_fields.size() <= index) {
        auto* column = new QVBoxLayout;
        column->setSpacing(0);
        Field field{new QLabel(this), new QLabel(this)};
        field.caption->setProperty("muted", true);
        field.value->setFont(Theme::tabularFont(font()));
        field.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(field.caption);
        column->addWidget(field.value);
        m_row->insertLayout(int(m_fields.size()), column);
        m_fields.push_back(field);
    }
    return m_fields[index];
}

void MachineReadout::show(const MachineSample& sample, const MachineKnowledge& known)
{
    size_t next = 0;
    const auto set = [&](const QString& caption, const QString& value) {
        Field& shown = field(next++);
        shown.caption->setText(caption);
        shown.value->setText(value);
        // Changing figures must not move the others.
        shown.value->setMinimumWidth(std::max(shown.value->minimumWidth(), shown.value->sizeHint().width()));
    };
    set(tr("Time"), QStringLiteral("%1 s").arg(double(sample.timeNs) / 1e9, 0, 'f', 1));
    for (const MachinePanel& panel : machinePanels(known)) {
        if (panel.series.empty())
            set(tr("All processors"), machineValueText(meanOf(sample.coreCpuPercent), panel.unit));
        for (const MachineSeries& series : panel.series)
            set(panel.series.size() > 1 ? series.name : panel.shortTitle,
                machineValueText(series.value(sample), panel.unit));
    }
    for (size_t i = 0; i < m_fields.size(); ++i) {
        m_fields[i].caption->setVisible(i < next);
        m_fields[i].value->setVisible(i < next);
    }
}

} // namespace stepscope::ui
