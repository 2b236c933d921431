#pragma once

#include "core/pictures/picture_options.h"

#include <QDialog>
#include <QSize>
#include <QStringList>

#include <functional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace stepscope::ui {

/// Where and how to write a picture.
struct PictureQuestion
{
    QString title;
    QString path;              ///< proposed, with an extension
    QStringList formats;       ///< extensions
    QString format = {};       ///< the one to start with; empty: that of the last picture
    QSize size;                ///< the picture's own, in units
    QString whyOwnSize = {};   ///< see Picture
    QString whyOwnColors = {}; ///< see Picture
    /// Asks for another path, starting at this one; empty if canceled.
    std::function<QString(QWidget* parent, const QString& path)> browse = {};
};

struct PictureAnswer
{
    QString path; ///< absolute or relative, with one of the extensions
    PictureOptions options;
};

/// Asks for the file of a picture, its size, scale and colors. Starts with what was chosen last.
class PictureDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit PictureDialog(PictureQuestion question, QWidget* parent = nullptr);

    /// What is chosen now.
    PictureAnswer answer() const;

    void accept() override;

private:
    QWidget* makeFileRow();
    QWidget* makeSizeRow();
    void fillSizes();
    void fillChoices();
    void connectParts();

    bool isCustom() const;
    QString format() const;
    QSize chosenSize() const;
    void browse();
    /// Gives the file the chosen format's extension.
    void followFormat();
    /// Chooses the format of the file's extension.
    void followFile();
    void updateParts();
    /// Why the picture cannot be written as chosen; empty: it can.
    QString problem() const;

    PictureQuestion m_question;
    QLineEdit* m_file;
    QPushButton* m_browse;
    QComboBox* m_format;
    QComboBox* m_size;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QComboBox* m_scale;
    QComboBox* m_colors;
    QLabel* m_result;
    QPushButton* m_save;
};

} // namespace stepscope::ui
