#include "ui/window/runs/train_button.h"

#include "ui/support/icons.h"

#include <QAction>

namespace stepscope::ui {

TrainButton::TrainButton(QAction* action, QWidget* parent)
    : QPushButton(parent)
{
    setObjectName("trainButton");
    setProperty("primary", true);
    setIcon(themedIcon("train", IconColor::OnAccent));
    setFocusPolicy(Qt::TabFocus);
    const auto follow = [this, action] {
        setText(action->text());
        setEnabled(action->isEnabled());
        setToolTip(action->toolTip());
        setStatusTip(action->statusTip());
    };
    connect(action, &QAction::changed, this, follow);
    connect(this, &QPushButton::clicked, action, &QAction::trigger);
    follow();
}

} // namespace stepscope::ui
