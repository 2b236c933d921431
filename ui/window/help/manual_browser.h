#pragma once

#include <QTextBrowser>

namespace stepscope::ui {

/// Shows pages of the manual, which are local Markdown files, in the theme's type and colors. Other local
/// text files are shown as they are; links to the web open in the browser.
class ManualBrowser final : public QTextBrowser
{
    Q_OBJECT

public:
    explicit ManualBrowser(QWidget* parent = nullptr);

    void openFile(const QString& path, const QString& anchor = {});
    /// Shows a sentence instead of a page.
    void showSentence(const QString& text);
    /// The page that is shown, and the part of it. Unlike source(), it is right in pageShown().
    const QUrl& shown() const { return m_shown; }

    /// Steps of the text size from the application's.
    int zoom() const { return m_zoom; }
    void setZoom(int steps);

Q_SIGNALS:
    /// A page, or another part of it, is shown.
    void pageShown();

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void follow(const QUrl& link);
    void showPage(const QUrl& page);
    /// Reads the page again, and stays at its place.
    void renew();
    void fit();
    QFont textFont() const;

    int m_zoom = 0;
    QUrl m_shown;
    bool m_isStyled = false; ///< since the page was read
};

} // namespace stepscope::ui
