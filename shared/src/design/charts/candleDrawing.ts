/**
 * Draws bars and indicators through Highcharts within a phone's frame budget. The whole truth (all bars, the view) is kept
 * in candleScene; Highcharts only ever holds what is in sight. At most once per animation frame (at once for the running bar,
 * whose stream is at most one price per frame) one of two things happens:
 *
 *   patch   the running bar moved inside the present ranges: only its path, its column and the ends of the indicators' lines
 *           are rewritten (budgets, 2f: 4.8 ms instead of 40 on a slow phone)
 *   full    a new bar, a new range, a pan or a zoom: data and extremes are set and Highcharts redraws
 *
 * Indicators are computed before either, when a bar changed since. Without a size (a hidden tab) nothing is drawn; the next
 * frame with one draws everything.
 */
import type { Chart } from 'highcharts';
import type { Candle } from '../../domain/contract';
import type { Bar } from './Bar';
import { candlePath, type CandlePlace } from './candlePath';
import { boundsOf, candleScene, type CandleDrawingSettings, type CandleKind } from './candleScene';
import { barSeries, type PlannedPane } from './chartPlan';
import { drawAll } from './drawAll';
import { drawingFrame } from './drawingFrame';
import { geometryOf, type Geometry } from './geometry';
import type { Calculate } from './indicators/calculate';
import { paneTicks, type IndicatorValues } from './indicators/indicatorValues';
import { look } from './look';
import { markedInSight } from './makeMarks';
import { patchRunning } from './patchRunning';
import { receiveBars, receiveRunning } from './receiveBars';
import type { TimeMark } from './timeMarks';
import { clampView, isFollowing, leftOf, newestRight, panned, zoomed, type Bounds, type View } from './view';

export interface CandleDrawing {
  /** History, oldest first. The same `seriesKey` keeps the view: older bars may have been paged in before the known ones. */
  setBars(candles: readonly Candle[], seriesKey: string): void;
  /** The running bar, or the one that begins after it; drawn before this returns. Older ones are ignored. */
  setRunning(candle: Candle): void;
  setKind(kind: CandleKind): void;
  /** Prices that should be in sight when they are near. */
  setMarked(prices: readonly number[]): void;
  /** Older bars exist: the view may be pulled a little beyond the oldest known one. */
  setHasOlder(hasOlder: boolean): void;
  setCalculate(calculate: Calculate): void;
  pan(px: number): void;
  zoom(factor: number, anchorPx: number): void;
  /** Brings a bar into sight. */
  reveal(index: number): void;
  toNewest(): void;
  isFollowing(): boolean;
  bounds(): Bounds | undefined;
  bar(index: number): Bar | undefined;
  indexOf(atMs: number): number | undefined;
  /** The first and the last bar in sight. */
  inSight(): { readonly from: number; readonly to: number } | undefined;
  valueAt(line: Parameters<IndicatorValues['at']>[0], index: number): number | null;
  markAt(index: number): TimeMark | undefined;
  geometry(): Geometry | undefined;
  timeTicks(): number[];
  paneTicks(pane: PlannedPane): number[];
  end(): void;
}

export function createCandleDrawing(chart: Chart, settings: CandleDrawingSettings): CandleDrawing {
  const { plan } = settings;
  const scene = candleScene(chart, settings);
  const { values } = scene;
  const { schedule, drawNow, end } = drawingFrame(draw);

  // Highcharts asks the series for the shape of each point.
  const candleShapes = chart.series[barSeries.candles];
  if (candleShapes !== undefined)
    Object.assign(candleShapes, { getPointPath: (place: CandlePlace) => candlePath(place, scene.body) });

  function draw(isWhole: boolean) {
    if (scene.bars.length === 0 || scene.view === undefined) return;
    if (scene.areValuesOld) values.compute(scene.bars);
    scene.areValuesOld = false;
    // A whole drawing says so by Highcharts' own redraw event, as a change of size does.
    if (isWhole || !patchRunning(scene)) drawAll(scene, scene.view);
    else settings.onDrawn();
  }

  function move(next: View) {
    look(scene, next);
    schedule('full');
  }

  return {
    setBars(candles, seriesKey) {
      receiveBars(scene, candles, seriesKey);
      schedule('full');
    },
    setRunning(candle) {
      const what = receiveRunning(scene, candle);
      if (what !== undefined) drawNow(what);
    },
    setKind(next) {
      if (next === scene.kind) return;
      scene.kind = next;
      chart.series[barSeries.candles]?.setVisible(scene.kind === 'candles', false);
      chart.series[barSeries.line]?.setVisible(scene.kind === 'line', false);
      schedule('full');
    },
    setMarked(prices) {
      if (prices.length === scene.marked.length && prices.every((price, index) => price === scene.marked[index]))
        return settings.onDrawn();
      scene.marked = prices;
      schedule('full');
    },
    setHasOlder(next) {
      scene.hasOlder = next;
      if (scene.view !== undefined && scene.bars.length > 0 && clampView(scene.view, boundsOf(scene)).right !== scene.view.right)
        move(clampView(scene.view, boundsOf(scene)));
    },
    setCalculate(calculate) {
      values.setCalculate(calculate);
      scene.areValuesOld = true;
      schedule('full');
    },
    pan(px) {
      if (scene.view === undefined || chart.plotWidth <= 0) return;
      move(panned(scene.view, (px / chart.plotWidth) * scene.view.count, boundsOf(scene)));
    },
    zoom(factor, anchorPx) {
      if (scene.view === undefined || chart.plotWidth <= 0) return;
      move(zoomed(scene.view, factor, Math.min(1, Math.max(0, anchorPx / chart.plotWidth)), boundsOf(scene)));
    },
    reveal(index) {
      if (scene.view === undefined) return;
      if (index < leftOf(scene.view) + 0.5)
        move(clampView({ ...scene.view, right: index - 0.5 + scene.view.count }, boundsOf(scene)));
      else if (index > scene.view.right - 0.5) move(clampView({ ...scene.view, right: index + 0.5 }, boundsOf(scene)));
    },
    toNewest() {
      if (scene.view !== undefined)
        move(clampView({ ...scene.view, right: newestRight(boundsOf(scene), scene.view.count) }, boundsOf(scene)));
    },
    isFollowing: () => scene.view === undefined || scene.bars.length === 0 || isFollowing(scene.view, boundsOf(scene)),
    bounds: () => (scene.bars.length === 0 ? undefined : boundsOf(scene)),
    bar: (index) => scene.bars[index - scene.first],
    indexOf(atMs) {
      const after = scene.bars.findIndex((bar) => bar.startMs > atMs);
      const index = after < 0 ? scene.bars.length - 1 : after - 1;
      return index < 0 ? undefined : scene.first + index;
    },
    inSight() {
      if (scene.view === undefined || scene.bars.length === 0) return undefined;
      const from = Math.max(scene.first, Math.ceil(leftOf(scene.view)));
      return { from, to: Math.max(from, Math.min(boundsOf(scene).last, Math.floor(scene.view.right))) };
    },
    valueAt: (line, index) => values.at(line, index - scene.first),
    markAt: (index) => scene.marks.find((mark) => mark.index === index - scene.first),
    geometry: () => (scene.view === undefined ? undefined : geometryOf(chart, plan)),
    timeTicks: () => markedInSight(scene),
    paneTicks: (pane) => paneTicks(pane, scene.paneRanges.get(pane.axis) ?? { min: 0, max: 1 }),
    end,
  };
}
