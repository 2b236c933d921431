#pragma once

#include "core/engine/engine.h"
#include "ui/experiment/special_editors.h"

#include <QList>
#include <QWidget>

#include <vector>

namespace stepscope {
struct ExperimentField;
}

namespace stepscope::ui {

class ExperimentEdits;
class FieldEditor;
class FormSection;

/// The rows of the experiment panel: an editor for each relevant field. They are created after the form has
/// been painted without them, so that the window does not wait for them.
class ExperimentForm : public QWidget
{
    Q_OBJECT

public:
    ExperimentForm(ExperimentEdits* edits, QWidget* parent);

    void setDevices(std::vector<DeviceInfo> devices);
    void setMemoryNote(const MemoryNote& note);

    /// Opens the field's section, scrolls to it and gives it the focus, as soon as the form is filled. Does
    /// nothing for a field without a row.
    void showField(const ExperimentField& field);
    /// Whether the field has a row, now that the form is as full as it is, for this experiment.
    bool hasRow(const ExperimentField& field) const;

Q_SIGNALS:
    /// All rows exist.
    void filled();
    /// The user asks for the memory of a step.
    void memoryWanted();

protected:
    bool event(QEvent* event) override;

private:
    FieldEditor* add(FormSection* section, FieldEditor* editor);
    FieldEditor* add(FormSection* section, std::string_view key);
    void addDataFolder(FormSection* section, bool isForOwnData);
    void fillOpen();
    void fillFolded();
    FieldEditor* editorOf(const ExperimentField& field) const;
    void showEdits();
    void scrollTo(const FormSection* section);

    ExperimentEdits* m_edits;
    QList<FieldEditor*> m_editors;
    DeviceEditor* m_device = nullptr;
    BatchSizeEditor* m_batchSize = nullptr;
    MemoryNote m_memoryNote;
    FormSection* m_optimizer = nullptr;
    FormSection* m_profiler = nullptr;
    FormSection* m_more = nullptr;
    std::vector<DeviceInfo> m_devices;
    const ExperimentField* m_wanted = nullptr; ///< to show when the form is filled
    bool m_painted = false;
    bool m_filled = false;
};

} // namespace stepscope::ui
