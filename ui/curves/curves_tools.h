#pragma once

#include "ui/curves/curve_mapping.h"

#include <QWidget>

#include <set>
#include <string>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace stepscope::ui {

/// The row of tools above the curves: which curves are shown, over which axes, and how smooth they are.
class CurvesTools final : public QWidget
{
    Q_OBJECT

public:
    /// `exports` becomes the last tool.
    explicit CurvesTools(QToolButton* exports, QWidget* parent = nullptr);

    bool isFollowing() const;

    // None of these emits a signal.

    /// Offers tags beside loss and accuracy; hides the choice if there are none.
    void offerTags(const std::set<std::string>& tags);
    void offerEpochs(bool haveEpochs);
    /// Empty, or a tag that is not offered: loss and accuracy.
    void setTag(const std::string& tag);
    void setXKind(CurveX kind);
    /// From 0 to 0.99.
    void setSmoothing(double weight);
    void setLogLoss(bool on);
    void setFollowing(bool on);

Q_SIGNALS:
    void tagChosen(const std::string& tag); ///< empty: loss and accuracy
    void xKindChosen(stepscope::ui::CurveX kind);
    void smoothingChosen(double weight);
    void logLossToggled(bool on);
    void followingToggled(bool on);
    void fitWanted();

private:
    void makeTag();
    void makeSmoothing();
    void makeButtons();
    void connectTools();

    QLabel* m_tagLabel = nullptr;
    QComboBox* m_tag = nullptr;
    QLabel* m_xLabel = nullptr;
    QComboBox* m_xKind = nullptr;
    QLabel* m_smoothingLabel = nullptr;
    QSlider* m_smoothing = nullptr;
    QLabel* m_smoothingValue = nullptr;
    QToolButton* m_log = nullptr;
    QToolButton* m_follow = nullptr;
    QToolButton* m_fit = nullptr;
};

} // namespace stepscope::ui
