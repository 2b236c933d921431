#pragma once

#include "core/engine/engine.h"

#include <QList>
#include <QWidget>

#include <vector>

namespace stepscope::ui {

class DeviceEditor;
class ExperimentEdits;
class FieldEditor;
class FormSection;

/// The rows of the experiment panel: an editor for each field that the experiment has use for.
class ExperimentForm : public QWidget
{
    Q_OBJECT

public:
    ExperimentForm(ExperimentEdits* edits, QWidget* parent);

    void setDevices(const std::vector<DeviceInfo>& devices);

protected:
    bool event(QEvent* event) override;

private:
    FieldEditor* add(FormSection* section, FieldEditor* editor);
    FieldEditor* add(FormSection* section, std::string_view key);
    void fillOpen();
    /// What is folded away at first is made only when the form has been painted.
    void fillFolded();
    void showEdits();

    ExperimentEdits* m_edits;
    QList<FieldEditor*> m_editors;
    DeviceEditor* m_device = nullptr;
    FormSection* m_optimizer;
    FormSection* m_profiler;
    FormSection* m_more;
    bool m_painted = false;
};

} // namespace stepscope::ui
