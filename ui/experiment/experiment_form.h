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
    explicit ExperimentForm(ExperimentEdits* edits);

    void setDevices(const std::vector<DeviceInfo>& devices);

private:
    FieldEditor* add(FormSection* section, FieldEditor* editor);
    FieldEditor* add(FormSection* section, std::string_view key);
    void fill();
    void showEdits();

    ExperimentEdits* m_edits;
    QList<FieldEditor*> m_editors;
    DeviceEditor* m_device;
    FormSection* m_optimizer;
    FormSection* m_profiler;
    FormSection* m_more;
};

} // namespace stepscope::ui
