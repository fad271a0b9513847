/**
 * Draws bars and indicators through Highcharts within a phone's frame budget. The whole truth (all bars, the view) is kept
 * here; Highcharts only ever holds what is in sight. At most once per animation frame (at once for the running bar, whose
 * stream is at most one price per frame) one of two things happens:
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
import { toBar, type Bar } from './Bar';
import { bodyWidth, candlePath, type CandlePlace } from './candlePath';
import { barSeries, type ChartPlan, type PlannedPane } from './chartPlan';
import { geometryOf, type Geometry } from './geometry';
import type { Calculate } from './indicators/calculate';
import { createIndicatorValues, paneRange, paneTicks, type IndicatorValues } from './indicators/indicatorValues';
import { contains, priceExtremes, type PriceRange } from './priceExtremes';
import { patchCandle, patchColumn, patchLine } from './runningPatch';
import { timeMarks, type MarkZone, type TimeMark } from './timeMarks';
import {
  clampView,
  isFollowing,
  leftOf,
  newestRight,
  panned,
  shownBars,
  startView,
  wantsOlder,
  zoomed,
  type Bounds,
  type View,
} from './view';

export type CandleKind = 'candles' | 'line';

/** Where a person was looking: handed to the next chart when this one is made anew (other indicators, full screen). */
export interface ViewMemory {
  key?: string | undefined;
  count?: number;
  /** Bars between the right edge and where it stands while following. */
  behind?: number;
}

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

export interface CandleDrawingSettings {
  readonly plan: ChartPlan;
  readonly smallestStep: number;
  readonly zone: MarkZone;
  readonly memory: ViewMemory;
  /** After what Highcharts does not tell by its redraw event: the place to move overlays. */
  onDrawn(): void;
  onNeedOlder(): void;
}

const labelDistancePx = 62;
/** How far the view may be pulled beyond the oldest bar while older ones are on their way. */
const olderRoom = 8;
const barColor = (bar: Bar): string => (bar.close < bar.open ? 'var(--color-down)' : 'var(--color-up)');

export function createCandleDrawing(chart: Chart, settings: CandleDrawingSettings): CandleDrawing {
  const { plan, memory } = settings;
  const values = createIndicatorValues(plan);
  let bars: Bar[] = [];
  let first = 0;
  let key: string | undefined;
  let view: View | undefined;
  let kind: CandleKind = 'candles';
  let range: PriceRange | undefined;
  const paneRanges = new Map<number, PriceRange>();
  let marked: readonly number[] = [];
  let hasOlder = false;
  let marks: readonly TimeMark[] = [];
  let marksMadeFor = '';
  let pending: 'none' | 'patch' | 'full' = 'none';
  let areValuesOld = true;
  let frame = 0;
  let body = 1;
  let askedOlderFor: number | undefined;

  // Highcharts asks the series for the shape of each point.
  const candleShapes = chart.series[barSeries.candles];
  if (candleShapes !== undefined) Object.assign(candleShapes, { getPointPath: (place: CandlePlace) => candlePath(place, body) });

  const bounds = (): Bounds => ({ first, last: first + bars.length - 1, olderRoom: hasOlder ? olderRoom : 0 });
  const columnColor = (axisKind: string, bar: Bar, value: number) =>
    axisKind === 'vol' ? barColor(bar) : value < 0 ? 'var(--color-down)' : 'var(--color-up)';

  function schedule(what: 'patch' | 'full') {
    if (pending === 'none') frame = requestAnimationFrame(flush);
    if (pending !== 'full') pending = what;
  }

  /** The stream of prices keeps the pace of frames by itself: what it brings is drawn in the frame in which the header shows it. */
  function drawNow(what: 'patch' | 'full') {
    schedule(what);
    cancelAnimationFrame(frame);
    flush();
  }

  function flush() {
    const what = pending;
    pending = 'none';
    if (bars.length === 0 || view === undefined) return;
    if (areValuesOld) values.compute(bars);
    areValuesOld = false;
    // A whole drawing says so by Highcharts' own redraw event, as a change of size does.
    if (what === 'full' || !patchRunning()) drawAll(view);
    else settings.onDrawn();
  }

  function drawAll(shown: View) {
    const { from, to } = shownBars(shown, bounds());
    const inSight = bars.slice(from - first, to - first + 1);
    const overlays = values.span(
      plan.lines.filter(({ axis }) => axis === 0),
      from - first,
      to - first,
    );
    range = priceExtremes(inSight, { alsoShow: [...marked, ...(overlays ?? [])], smallest: settings.smallestStep });
    makeMarks(shown);
    const [candles, line] = chart.series;
    body = bodyWidth(chart.plotWidth / shown.count);
    if (kind === 'candles')
      candles?.setData(
        inSight.map((bar, place) => [from + place, bar.open, bar.high, bar.low, bar.close]),
        false,
        false,
        true,
      );
    else
      line?.setData(
        inSight.map((bar, place) => [from + place, bar.close]),
        false,
        false,
        true,
      );
    for (const planned of plan.lines) {
      const series = chart.series[planned.series];
      const known = inSight.flatMap((bar, place) => {
        const value = values.at(planned, from + place - first);
        return value === null ? [] : [{ x: from + place, y: value, bar }];
      });
      if (planned.shape === 'columns') {
        if (series !== undefined) Object.assign(series.options, { pointWidth: body });
        series?.setData(
          known.map(({ x, y, bar }) => ({ x, y, color: columnColor(planned.kind, bar, y) })),
          false,
          false,
          true,
        );
      } else
        series?.setData(
          known.map(({ x, y }) => [x, y]),
          false,
          false,
          true,
        );
    }
    chart.xAxis[0]?.setExtremes(leftOf(shown), shown.right, false, false);
    if (range !== undefined) chart.yAxis[0]?.setExtremes(range.min, range.max, false, false);
    for (const pane of plan.panes) {
      const wanted = paneRange(
        pane,
        values.span(
          plan.lines.filter(({ axis }) => axis === pane.axis),
          from - first,
          to - first,
        ),
      );
      paneRanges.set(pane.axis, wanted);
      chart.yAxis[pane.axis]?.setExtremes(wanted.min, wanted.max, false, false);
    }
    chart.redraw(false);
    if (wantsOlder(shown, bounds()) && askedOlderFor !== bars[0]?.startMs) {
      askedOlderFor = bars[0]?.startMs;
      settings.onNeedOlder();
    }
  }

  function makeMarks(shown: View) {
    const distance = Math.max(1, Math.ceil(labelDistancePx / Math.max(1, chart.plotWidth / shown.count)));
    const madeFor = `${key}/${bars[0]?.startMs}/${bars.length}/${distance}`;
    if (madeFor === marksMadeFor) return;
    marksMadeFor = madeFor;
    marks = timeMarks(
      bars.map((bar) => bar.startMs),
      distance,
      settings.zone,
    );
  }

  /** False when the running bar cannot be patched: it is out of range or not drawn yet. */
  function patchRunning(): boolean {
    const bar = bars.at(-1);
    if (bar === undefined || view === undefined || range === undefined) return false;
    const { last } = bounds();
    if (!isFollowing(view, bounds())) return true;
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

  function look(next: View | undefined) {
    view = next;
    memory.key = key;
    if (next !== undefined) {
      memory.count = next.count;
      memory.behind = newestRight(bounds(), next.count) - next.right;
    }
  }
  function move(next: View) {
    look(next);
    schedule('full');
  }

  return {
    setBars(candles, seriesKey) {
      const running = key === seriesKey ? bars.at(-1) : undefined;
      const knownFirst = key === seriesKey ? bars[0]?.startMs : undefined;
      const wasFollowing = view !== undefined && bars.length > 0 && isFollowing(view, bounds());
      const remembered = key === undefined && memory.key === seriesKey ? { ...memory } : undefined;
      bars = candles.map(toBar);
      areValuesOld = true;
      const place = knownFirst === undefined ? -1 : bars.findIndex((bar) => bar.startMs === knownFirst);
      const last = bars.at(-1);
      if (running !== undefined && last !== undefined && running.startMs > last.startMs) bars.push(running);
      key = seriesKey;
      if (place >= 0 && view !== undefined) {
        first -= place;
        look(
          wasFollowing ? clampView({ ...view, right: newestRight(bounds(), view.count) }, bounds()) : clampView(view, bounds()),
        );
      } else {
        first = 0;
        const fresh = bars.length === 0 ? undefined : startView(bounds(), remembered?.count ?? view?.count);
        look(fresh === undefined ? undefined : clampView({ ...fresh, right: fresh.right - (remembered?.behind ?? 0) }, bounds()));
      }
      schedule('full');
    },
    setRunning(candle) {
      const last = bars.at(-1);
      if (last === undefined || view === undefined || candle[0] < last.startMs) return;
      const bar = toBar(candle);
      areValuesOld = true;
      if (bar.startMs === last.startMs) {
        bars[bars.length - 1] = bar.volume === null ? { ...bar, volume: last.volume } : bar;
        drawNow('patch');
        return;
      }
      const wasFollowing = isFollowing(view, bounds());
      bars.push(bar);
      if (wasFollowing) look(clampView({ ...view, right: newestRight(bounds(), view.count) }, bounds()));
      drawNow('full');
    },
    setKind(next) {
      if (next === kind) return;
      kind = next;
      chart.series[barSeries.candles]?.setVisible(kind === 'candles', false);
      chart.series[barSeries.line]?.setVisible(kind === 'line', false);
      schedule('full');
    },
    setMarked(prices) {
      if (prices.length === marked.length && prices.every((price, place) => price === marked[place])) return settings.onDrawn();
      marked = prices;
      schedule('full');
    },
    setHasOlder(next) {
      hasOlder = next;
      if (view !== undefined && bars.length > 0 && clampView(view, bounds()).right !== view.right)
        move(clampView(view, bounds()));
    },
    setCalculate(calculate) {
      values.setCalculate(calculate);
      areValuesOld = true;
      schedule('full');
    },
    pan(px) {
      if (view === undefined || chart.plotWidth <= 0) return;
      move(panned(view, (px / chart.plotWidth) * view.count, bounds()));
    },
    zoom(factor, anchorPx) {
      if (view === undefined || chart.plotWidth <= 0) return;
      move(zoomed(view, factor, Math.min(1, Math.max(0, anchorPx / chart.plotWidth)), bounds()));
    },
    reveal(index) {
      if (view === undefined) return;
      if (index < leftOf(view) + 0.5) move(clampView({ ...view, right: index - 0.5 + view.count }, bounds()));
      else if (index > view.right - 0.5) move(clampView({ ...view, right: index + 0.5 }, bounds()));
    },
    toNewest() {
      if (view !== undefined) move(clampView({ ...view, right: newestRight(bounds(), view.count) }, bounds()));
    },
    isFollowing: () => view === undefined || bars.length === 0 || isFollowing(view, bounds()),
    bounds: () => (bars.length === 0 ? undefined : bounds()),
    bar: (index) => bars[index - first],
    indexOf(atMs) {
      const after = bars.findIndex((bar) => bar.startMs > atMs);
      const place = after < 0 ? bars.length - 1 : after - 1;
      return place < 0 ? undefined : first + place;
    },
    inSight() {
      if (view === undefined || bars.length === 0) return undefined;
      const from = Math.max(first, Math.ceil(leftOf(view)));
      return { from, to: Math.max(from, Math.min(bounds().last, Math.floor(view.right))) };
    },
    valueAt: (line, index) => values.at(line, index - first),
    markAt: (index) => marks.find((mark) => mark.index === index - first),
    geometry: () => (view === undefined ? undefined : geometryOf(chart, plan)),
    timeTicks() {
      if (view === undefined) return [];
      // A label needs half its width of room on both sides.
      const margin = (labelDistancePx / 2 / Math.max(1, chart.plotWidth)) * view.count;
      const [from, to] = [leftOf(view) + margin, view.right - margin / 2];
      return marks.map((mark) => mark.index + first).filter((index) => index >= from && index <= to);
    },
    paneTicks: (pane) => paneTicks(pane, paneRanges.get(pane.axis) ?? { min: 0, max: 1 }),
    end: () => cancelAnimationFrame(frame),
  };
}
