#include "ui/window/runs/event_memory_dialog.h"

#include "core/run/event_memory.h"
#include "ui/support/qt_text.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int64_t bytesPerMegabyte = 1'000'000;
constexpr int mostMegabytes = 1'000'000;
constexpr int megabytesPerStep = 256;
constexpr int textWidth = 420;

QLabel* paragraphLabel(const QString& words)
{
    auto* label = new QLabel(words);
    label->setWordWrap(true);
    label->setMinimumWidth(textWidth);
    return label;
}

} // namespace

EventMemoryDialog::EventMemoryDialog(int64_t bytes, QWidget* parent)
    : QDialog(parent)
    , m_megabytes(new QSpinBox)
{
    setWindowTitle(tr("Memory for events"));
    m_megabytes->setObjectName("eventMemory");
    m_megabytes->setRange(0, mostMegabytes);
    m_megabytes->setSingleStep(megabytesPerStep);
    m_megabytes->setGroupSeparatorShown(true);
    m_megabytes->setSuffix(tr(" MB"));
    m_megabytes->setSpecialValueText(tr("Automatic: 1/%1 of the memory (%2)")
                                         .arg(automaticEventMemoryShare)
                                         .arg(bytesText(automaticEventMemory())));
    m_megabytes->setToolTip(
        tr("Memory for the recorded events of the run on the screen, in MB. 0 is automatic: "
           "1/%1 of the memory that the program may use.")
            .arg(automaticEventMemoryShare));
    m_megabytes->setValue(int(std::min<int64_t>(bytes / bytesPerMegabyte, mostMegabytes)));

    auto* form = new QFormLayout;
    form->addRow(tr("Limit"), m_megabytes);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 16);
    layout->setSpacing(16);
    layout->addWidget(
        paragraphLabel(tr("Recorded events up to this limit are kept in memory, for the timeline, the table "
                          "of operators and the other views of events. Further events stay in the run's "
                          "file, which exports and reports read.")));
    layout->addLayout(form);
    const int64_t chosen = bytes > 0 ? bytes : automaticEventMemory();
    if (eventMemoryLimit() != chosen)
        layout->addWidget(paragraphLabel(
            tr("The option --event-memory has set the limit to %1. A new limit set here replaces it.")
                .arg(bytesText(eventMemoryLimit()))));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Set limit"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
}

int64_t EventMemoryDialog::bytes() const
{
    return m_megabytes->value() * bytesPerMegabyte;
}

void useEventMemory(int64_t bytes)
{
    setEventMemoryLimit(bytes > 0 ? bytes : automaticEventMemory());
}

} // namespace stepscope::ui
