#pragma once

#include "core/trace/calls/call_tree.h"
#include "ui/flame/flame_painter.h"
#include "ui/runs/ticked_runs.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QSettings;
class QToolButton;

namespace stepscope::ui {

/// The row of tools above the flame graph: the search, and what the frames are, how large and in which
/// colors.
class FlameTools final : public QWidget
{
    Q_OBJECT

public:
    /// `exports` becomes the last tool.
    explicit FlameTools(QToolButton* exports, QWidget* parent = nullptr);

    /// The direction, the weight and the shape.
    void load(const QSettings& settings);
    void save(QSettings& settings) const;

    CallDirection direction() const;
    CallWeight weight() const;
    FlameShape shape() const;
    /// The run whose difference determines the colors; null: none does.
    std::shared_ptr<const Run> otherRun() const;
    /// "Top-down".
    QString directionText() const;
    /// "self time", "total instructions".
    QString weightText() const;
    /// "By pass", or "Against" with the other run's name.
    QString colorsText() const;
    /// What the profile measures: "time", "instructions".
    QString noun() const;

    /// The words that a frame's name must contain to be marked; empty: no frame is.
    QStringList searchedWords() const;
    /// Puts the keyboard focus on the search and selects its text.
    void focusSearch();
    /// Shows the share of the whole in the marked frames, 0 to 1; nullopt: no frame is marked.
    void showMatches(std::optional<double> share);

    /// Offers the weights of which a top-down tree has figures. An empty tree changes nothing.
    void offerWeights(const CallTree& tree);
    /// Offers to color by pass, or by module in sums by stack, and by the difference from other runs. Keeps
    /// the choice if it is still offered.
    void offerColors(bool areFunctions, std::vector<TickedRun> others);

Q_SIGNALS:
    void arrangementChanged(); ///< the direction, the weight or the other run
    void shapeChanged();
    void searchChanged();
    /// The user wants the next match, or the previous one if `by` is negative.
    void matchWanted(int by);
    void searchLeft();

private:
    /// What a tree has figures of; by default, as an empty one.
    struct Measures
    {
        std::string unit;
        bool hasCalls = true;
        bool hasMemory = false;
        bool hasDevice = false;
        bool operator==(const Measures&) const = default;
    };

    void connectTools();
    void fillWeights();

    QLineEdit* m_search;
    QLabel* m_matches;
    QComboBox* m_direction;
    QComboBox* m_weight;
    std::optional<CallWeight> m_chosenWeight; ///< none: the device's time where there is any, else the host's
    Measures m_measures;
    QComboBox* m_colors; ///< its first entry is that without another run
    std::vector<TickedRun> m_others;
    QToolButton* m_flame;
};

} // namespace stepscope::ui
