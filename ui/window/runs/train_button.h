#pragma once

#include <QPushButton>

class QAction;

namespace stepscope::ui {

/// The primary button of the window, for an action.
class TrainButton : public QPushButton
{
    Q_OBJECT

public:
    TrainButton(QAction* action, QWidget* parent);
};

} // namespace stepscope::ui
