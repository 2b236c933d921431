#include "ui/exports/picture_dialog.h"

#include "core/base/error.h"
#include "ui/exports/remembered_picture.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <array>
#include <cmath>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr std::array<QSize, 2> offeredSizes{{{1280, 800}, {1920, 1080}}};

QString sizeText(const QSize& size)
{
    return QStringLiteral("%1 × %2").arg(size.width()).arg(size.height());
}

QSpinBox* makeSideBox(const QString& name)
{
    auto* box = new QSpinBox;
    box->setObjectName(name);
    box->setRange(leastPictureSide, mostPictureSide);
    return box;
}

/// Disables a setting that has no effect, and says why.
void setPossible(QWidget* setting, const QString& whyNot, const QString& tip)
{
    setting->setEnabled(whyNot.isEmpty());
    setting->setToolTip(whyNot.isEmpty() ? tip : whyNot);
}

} // namespace

PictureDialog::PictureDialog(PictureQuestion question, QWidget* parent)
    : QDialog(parent)
    , m_question(std::move(question))
    , m_file(new QLineEdit(QDir::toNativeSeparators(m_question.path)))
    , m_browse(new QPushButton(tr("Browse…")))
    , m_format(new QComboBox)
    , m_size(new QComboBox)
    , m_width(makeSideBox("pictureWidth"))
    , m_height(makeSideBox("pictureHeight"))
    , m_scale(new QComboBox)
    , m_colors(new QComboBox)
    , m_result(new QLabel)
{
    setObjectName("pictureDialog");
    setWindowTitle(m_question.title);
    m_file->setObjectName("pictureFile");
    m_browse->setObjectName("pictureBrowse");
    m_format->setObjectName("pictureFormat");
    m_size->setObjectName("pictureSize");
    m_scale->setObjectName("pictureScale");
    m_colors->setObjectName("pictureColors");
    m_result->setObjectName("pictureResult");
    m_result->setWordWrap(true);

    auto* form = new QFormLayout;
    form->addRow(tr("File:"), makeFileRow());
    form->addRow(tr("Format:"), m_format);
    form->addRow(tr("Size:"), makeSizeRow());
    form->addRow(tr("Scale:"), m_scale);
    form->addRow(tr("Colors:"), m_colors);
    form->addRow(QString(), m_result);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    m_save = buttons->button(QDialogButtonBox::Save);
    m_save->setText(tr("&Save"));
    connect(buttons, &QDialogButtonBox::accepted, this, &PictureDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &PictureDialog::reject);
    auto* page = new QVBoxLayout(this);
    page->addLayout(form);
    page->addStretch(1);
    page->addWidget(buttons);

    fillChoices();
    connectParts();
    followFormat();
    updateParts();
    resize(560, sizeHint().height());
    m_file->setFocus();
}

QWidget* PictureDialog::makeFileRow()
{
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_file, 1);
    layout->addWidget(m_browse);
    m_browse->setVisible(bool(m_question.browse));
    m_browse->setAutoDefault(false);
    return row;
}

QWidget* PictureDialog::makeSizeRow()
{
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_size, 1);
    layout->addWidget(m_width);
    layout->addWidget(new QLabel(QStringLiteral("×")));
    layout->addWidget(m_height);
    m_width->setAccessibleName(tr("Width"));
    m_height->setAccessibleName(tr("Height"));
    return row;
}

void PictureDialog::fillSizes()
{
    m_size->addItem(tr("As shown (%1)").arg(sizeText(m_question.size)), QSize());
    for (const QSize& size : offeredSizes)
        m_size->addItem(sizeText(size), size);
    m_size->addItem(tr("Custom"));
}

void PictureDialog::fillChoices()
{
    const RememberedPicture last = rememberedPicture();
    for (const QString& format : m_question.formats)
        m_format->addItem(format.toUpper(), format);
    const QString& format = m_question.format.isEmpty() ? last.format : m_question.format;
    if (const int index = m_format->findData(format); index >= 0)
        m_format->setCurrentIndex(index);
    fillSizes();
    const bool isOwnSize = last.size.isEmpty() || !m_question.whyOwnSize.isEmpty();
    const int size = isOwnSize ? 0 : m_size->findData(last.size);
    m_size->setCurrentIndex(size < 0 ? m_size->count() - 1 : size);
    if (isCustom()) {
        m_width->setValue(last.size.width());
        m_height->setValue(last.size.height());
    }
    for (const int scale : pictureScales)
        m_scale->addItem(QStringLiteral("%1×").arg(scale), scale);
    m_scale->setCurrentIndex(m_scale->findData(last.scale));
    m_colors->addItem(tr("Light"), false);
    m_colors->addItem(tr("Dark"), true);
    m_colors->setCurrentIndex(last.dark && m_question.whyOwnColors.isEmpty() ? 1 : 0);
}

void PictureDialog::connectParts()
{
    connect(m_browse, &QPushButton::clicked, this, &PictureDialog::browse);
    connect(m_file, &QLineEdit::textChanged, this, [this] {
        followFile();
        updateParts();
    });
    connect(m_format, &QComboBox::currentIndexChanged, this, [this] {
        followFormat();
        updateParts();
    });
    for (QComboBox* box : {m_size, m_scale, m_colors})
        connect(box, &QComboBox::currentIndexChanged, this, &PictureDialog::updateParts);
    for (QSpinBox* box : {m_width, m_height})
        connect(box, &QSpinBox::valueChanged, this, &PictureDialog::updateParts);
}

bool PictureDialog::isCustom() const
{
    return m_size->currentIndex() == m_size->count() - 1;
}

QString PictureDialog::format() const
{
    return m_format->currentData().toString();
}

/// Empty: the picture's own.
QSize PictureDialog::chosenSize() const
{
    return isCustom() ? QSize(m_width->value(), m_height->value()) : m_size->currentData().toSize();
}

PictureAnswer PictureDialog::answer() const
{
    PictureAnswer answer;
    answer.path = QDir::fromNativeSeparators(m_file->text().trimmed());
    if (!answer.path.isEmpty() && QFileInfo(answer.path).suffix().toLower() != format())
        answer.path += "." + format();
    if (const QSize size = chosenSize(); !size.isEmpty()) {
        answer.options.width = size.width();
        answer.options.height = size.height();
    }
    answer.options.scale = m_scale->currentData().toDouble();
    answer.options.dark = m_colors->currentData().toBool();
    return answer;
}

void PictureDialog::browse()
{
    const QString path = m_question.browse(this, answer().path);
    if (!path.isEmpty())
        m_file->setText(QDir::toNativeSeparators(path));
}

void PictureDialog::followFormat()
{
    const QString path = m_file->text();
    const QString suffix = QFileInfo(path).suffix();
    if (!m_question.formats.contains(suffix.toLower()) || suffix.toLower() == format())
        return;
    const QSignalBlocker blocker(m_file);
    m_file->setText(path.chopped(suffix.size()) + format());
}

void PictureDialog::followFile()
{
    const int index = m_format->findData(QFileInfo(m_file->text().trimmed()).suffix().toLower());
    const QSignalBlocker blocker(m_format);
    if (index >= 0)
        m_format->setCurrentIndex(index);
}

QString PictureDialog::problem() const
{
    if (m_file->text().trimmed().isEmpty())
        return tr("Enter the name of the file.");
    const PictureOptions options = answer().options;
    const bool isOwn = options.width == 0;
    try {
        checkPicturePixels(isOwn ? m_question.size.width() : options.width,
                           isOwn ? m_question.size.height() : options.height,
                           format() == "png" ? options.scale : 1.0);
    } catch (const Error& error) {
        return QString::fromStdString(error.what());
    }
    return {};
}

void PictureDialog::updateParts()
{
    const bool isPng = format() == "png";
    const bool isOwnSize = !m_question.whyOwnSize.isEmpty();
    setPossible(m_size, m_question.whyOwnSize, tr("In pixels at scale 1×"));
    setPossible(m_scale,
                isPng ? QString()
                      : tr("%1 is a vector format: the picture can be scaled later.").arg(format().toUpper()),
                tr("Pixels per unit: more for print and high-resolution screens; text grows with it"));
    setPossible(m_colors, m_question.whyOwnColors, tr("The color scheme of the picture, not of the window"));
    const QString whyFixed = isOwnSize ? m_question.whyOwnSize : tr("Choose the size “Custom”.");
    for (QSpinBox* box : {m_width, m_height}) {
        setPossible(box, isCustom() && !isOwnSize ? QString() : whyFixed,
                    tr("From %1 to %2 pixels").arg(leastPictureSide).arg(mostPictureSide));
        if (isCustom())
            continue;
        const QSignalBlocker blocker(box);
        const QSize size = chosenSize().isEmpty() ? m_question.size : chosenSize();
        box->setRange(0, mostPictureSide);
        box->setValue(box == m_width ? size.width() : size.height());
    }
    if (isCustom()) {
        m_width->setMinimum(leastPictureSide);
        m_height->setMinimum(leastPictureSide);
    }
    const QString why = problem();
    const QSizeF units = chosenSize().isEmpty() ? m_question.size : chosenSize();
    const double scale = isPng ? m_scale->currentData().toDouble() : 1.0;
    m_result->setText(!why.isEmpty() ? why
                      : isPng ? tr("The picture has %1 pixels.").arg(sizeText((units * scale).toSize()))
                              : tr("The picture is drawn as shapes and text."));
    m_save->setEnabled(why.isEmpty());
}

void PictureDialog::accept()
{
    if (!problem().isEmpty())
        return;
    RememberedPicture last = rememberedPicture();
    if (m_question.whyOwnSize.isEmpty())
        last.size = chosenSize();
    if (format() == "png")
        last.scale = m_scale->currentData().toInt();
    if (m_question.whyOwnColors.isEmpty())
        last.dark = m_colors->currentData().toBool();
    last.format = format();
    rememberPicture(last);
    QDialog::accept();
}

} // namespace stepscope::ui
