#pragma once

#include "ui/curves/curve_data.h"
#include "ui/curves/curve_mapping.h"
#include "ui/curves/curve_overlay.h"

#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <vector>

class QLabel;

namespace stepscope::ui {

/// A line of figures for the step under the cursor, or for the newest one; for a tag's curve, of its point.
class CurveReadout : public QWidget
{
    Q_OBJECT

public:
    explicit CurveReadout(QWidget* parent = nullptr);

    void clear();
    /// Of the run on the screen, while other runs are drawn over it.
    void showName(const QString& name, const QString& completeName = {});
    void show(const CurveData& data, size_t step);
    /// Lists the overlaid runs with their values at a place of the x axis, the nearest one in bold; nullopt:
    /// with their last values.
    void showOverlays(const std::vector<std::unique_ptr<CurveOverlay>>& overlays, CurveX kind,
                      std::optional<double> x, const CurveOverlay* nearest);

private:
    enum Field {
        Name,
        Step,
        Epoch,
        Time,
        Loss,
        SmoothedLoss,
        Accuracy,
        SmoothedAccuracy,
        TestLoss,
        TestAccuracy,
        ValidationLoss,
        ValidationAccuracy,
        Fields
    };

    void showOfSteps(const CurveData& data, size_t index);
    void showOfScalars(const CurveData& data, size_t index);
    /// Absent figures leave no gap.
    void showFields(const CurveData& data);
    void updateColors();

    bool m_isOfTag = false;
    std::array<QWidget*, Fields> m_fields{};
    std::array<QLabel*, Fields> m_captions{};
    std::array<QLabel*, Fields> m_values{};
    QLabel* m_overlays = nullptr;
};

/// A loss with four digits after the point, or as many as its size allows.
QString lossText(double loss);
/// "98.21 %" for 98.21; a dash if it is not known.
QString percentText(double percent);

} // namespace stepscope::ui
