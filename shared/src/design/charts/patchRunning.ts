import { boundsOf, type CandleScene } from './candleScene';
import { barSeries } from './chartPlan';
import { columnColor } from './columnColor';
import { contains } from './priceExtremes';
import { patchCandle, patchColumn, patchLine } from './runningPatch';
import { isFollowing } from './view';

/** False when the running bar cannot be patched: it is out of range or not drawn yet. */
export function patchRunning(scene: CandleScene): boolean {
  const { chart, values, bars, view, range, body, kind, paneRanges } = scene;
  const { plan } = scene.settings;
  const bar = bars.at(-1);
  if (bar === undefined || view === undefined || range === undefined) return false;
  const { last } = boundsOf(scene);
  if (!isFollowing(view, boundsOf(scene))) return true;
  if (!contains(range, bar)) return false;
  const isDrawn =
    kind === 'candles'
      ? patchCandle(chart, barSeries.candles, last, bar, body)
      : patchLine(chart, barSeries.line, last, bar.close);
  return (
    isDrawn &&
    plan.lines.every((planned) => {
      const value = values.at(planned, bars.length - 1);
      const pane = paneRanges.get(planned.axis);
      if (value !== null && pane !== undefined && !contains(pane, { low: value, high: value })) return false;
      return planned.shape === 'columns'
        ? patchColumn(chart, planned.series, last, value, columnColor(planned.kind, bar, value ?? 0))
        : patchLine(chart, planned.series, last, value);
    })
  );
}
