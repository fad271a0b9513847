/**
 * Draws bars through Highcharts within a phone's frame budget. The whole truth (all bars, the view) is kept here;
 * Highcharts only ever holds the bars in sight. At most once per animation frame one of two things happens:
 *
 *   patch   the running bar moved inside the present price range: only its path is rewritten (budgets, 2f: 4.8 ms
 *           instead of 40 on a slow phone)
 *   full    a new bar, a new range, a pan or a zoom: data and extremes are set and Highcharts redraws
 *
 * Without a size (a hidden tab) nothing is drawn; the next frame with one draws everything.
 */
import type { Chart, SVGAttributes } from 'highcharts';
import type { Candle } from '../contract';
import { toBar, type Bar } from './Bar';
import { bodyWidth, candlePath, type CandlePlace } from './candlePath';
import { candleSeries } from './chartOptions';
import { contains, priceExtremes, type PriceRange } from './priceExtremes';
import { timeMarks, type MarkZone, type TimeMark } from './timeMarks';
import { clampView, isFollowing, leftOf, newestRight, panned, shownBars, startView, wantsOlder, zoomed, type Bounds, type View } from './view';

export type CandleKind = 'candles' | 'line';

/** What Highcharts keeps of a drawn point; not in its published types. */
interface DrawnPoint {
  x: number;
  open: number;
  high: number;
  low: number;
  close: number;
  y: number;
  plotY: number;
  plotOpen: number;
  plotClose: number;
  plotHigh: number;
  yBottom: number;
  plotX: number;
  graphic?: { attr(attributes: SVGAttributes): void };
}
interface DrawnSeries {
  readonly points: readonly DrawnPoint[];
  pointAttribs(point: DrawnPoint): SVGAttributes;
  drawGraph(): void;
}

export interface Geometry {
  readonly plotTop: number;
  readonly plotHeight: number;
  readonly plotWidth: number;
  xOf(index: number): number;
  yOf(price: number): number;
  priceAt(y: number): number;
  /** The bar under x, whether or not there is one. */
  indexAt(x: number): number;
}

export interface CandleDrawing {
  /** History, oldest first. The same `seriesKey` keeps the view: older bars may have been paged in before the known ones. */
  setBars(candles: readonly Candle[], seriesKey: string): void;
  /** The running bar, or the one that begins after it. Older ones are ignored. */
  setRunning(candle: Candle): void;
  setKind(kind: CandleKind): void;
  /** Prices that should be in sight when they are near. */
  setMarked(prices: readonly number[]): void;
  pan(px: number): void;
  zoom(factor: number, anchorPx: number): void;
  /** Brings a bar into sight. */
  reveal(index: number): void;
  toNewest(): void;
  isFollowing(): boolean;
  bounds(): Bounds | undefined;
  bar(index: number): Bar | undefined;
  indexOf(atMs: number): number | undefined;
  markAt(index: number): TimeMark | undefined;
  geometry(): Geometry | undefined;
  timeTicks(): number[];
  /** Draws anew at the next frame: after a change of size or language. */
  refresh(): void;
  end(): void;
}

export interface CandleDrawingSettings {
  readonly smallestStep: number;
  readonly zone: MarkZone;
  /** After every drawing: the place to move overlays. */
  onDrawn(): void;
  onNeedOlder(): void;
}

const labelDistancePx = 62;

export function createCandleDrawing(chart: Chart, settings: CandleDrawingSettings): CandleDrawing {
  let bars: Bar[] = [];
  let first = 0;
  let key: string | undefined;
  let view: View | undefined;
  let kind: CandleKind = 'candles';
  let range: PriceRange | undefined;
  let marked: readonly number[] = [];
  let marks: readonly TimeMark[] = [];
  let marksMadeFor = '';
  let pending: 'none' | 'patch' | 'full' = 'none';
  let frame = 0;
  let body = 1;
  let askedOlderFor: number | undefined;

  // Highcharts asks the series for the shape of each point.
  const candleShapes = chart.series[candleSeries.candles];
  if (candleShapes !== undefined) Object.assign(candleShapes, { getPointPath: (place: CandlePlace) => candlePath(place, body) });

  const bounds = (): Bounds => ({ first, last: first + bars.length - 1 });
  const hasVolume = () => bars.some((bar) => bar.volume !== null);

  function schedule(what: 'patch' | 'full') {
    if (pending === 'none') frame = requestAnimationFrame(flush);
    if (pending !== 'full') pending = what;
  }

  function flush() {
    const what = pending;
    pending = 'none';
    if (bars.length === 0 || view === undefined) return;
    if (what === 'patch' && patchRunning()) return settings.onDrawn();
    drawAll(view);
    settings.onDrawn();
  }

  function drawAll(shown: View) {
    const { from, to } = shownBars(shown, bounds());
    const inSight = bars.slice(from - first, to - first + 1);
    range = priceExtremes(inSight, { hasVolume: hasVolume(), alsoShow: marked, smallest: settings.smallestStep });
    makeMarks(shown);
    const [candles, line, volume] = chart.series;
    body = bodyWidth(chart.plotWidth / shown.count);
    if (volume !== undefined) Object.assign(volume.options, { pointWidth: body });
    if (kind === 'candles') candles?.setData(inSight.map((bar, place) => [from + place, bar.open, bar.high, bar.low, bar.close]), false, false, true);
    else line?.setData(inSight.map((bar, place) => [from + place, bar.close]), false, false, true);
    volume?.setData(inSight.map((bar, place) => ({ x: from + place, y: bar.volume, color: bar.close < bar.open ? 'var(--color-down)' : 'var(--color-up)' })), false, false, true);
    const tallest = Math.max(0, ...inSight.map((bar) => bar.volume ?? 0));
    chart.xAxis[0]?.setExtremes(leftOf(shown), shown.right, false, false);
    if (range !== undefined) chart.yAxis[0]?.setExtremes(range.min, range.max, false, false);
    chart.yAxis[1]?.setExtremes(0, tallest > 0 ? tallest : 1, false, false);
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
    marks = timeMarks(bars.map((bar) => bar.startMs), distance, settings.zone);
  }

  /** False when the running bar cannot be patched: it is out of sight, out of range or not drawn yet. */
  function patchRunning(): boolean {
    const bar = bars.at(-1);
    if (bar === undefined || view === undefined || range === undefined) return false;
    if (!isFollowing(view, bounds())) return true;
    const place = kind === 'candles' ? candleSeries.candles : candleSeries.line;
    const drawn = chart.series[place] as unknown as DrawnSeries | undefined;
    const point = drawn?.points.at(-1);
    if (drawn === undefined || point === undefined || point.x !== bounds().last || !contains(range, bar)) return false;
    const axis = chart.yAxis[0];
    if (axis === undefined) return false;
    const y = (price: number) => axis.toPixels(price, true);
    if (kind === 'line') {
      point.y = bar.close;
      point.plotY = y(bar.close);
      drawn.drawGraph();
      return true;
    }
    if (point.graphic === undefined) return false;
    Object.assign(point, { open: bar.open, high: bar.high, low: bar.low, close: bar.close, y: bar.close });
    Object.assign(point, { plotOpen: y(bar.open), plotHigh: y(bar.high), plotClose: y(bar.close), yBottom: y(bar.low) });
    point.graphic.attr({ ...drawn.pointAttribs(point), d: candlePath(point, body) } as SVGAttributes);
    return true;
  }

  function move(next: View) {
    view = next;
    schedule('full');
  }

  return {
    setBars(candles, seriesKey) {
      const running = key === seriesKey ? bars.at(-1) : undefined;
      const knownFirst = key === seriesKey ? bars[0]?.startMs : undefined;
      const wasFollowing = view !== undefined && bars.length > 0 && isFollowing(view, bounds());
      bars = candles.map(toBar);
      const place = knownFirst === undefined ? -1 : bars.findIndex((bar) => bar.startMs === knownFirst);
      const last = bars.at(-1);
      if (running !== undefined && last !== undefined && running.startMs > last.startMs) bars.push(running);
      if (place >= 0 && view !== undefined) {
        first -= place;
        view = wasFollowing ? clampView({ ...view, right: newestRight(bounds(), view.count) }, bounds()) : clampView(view, bounds());
      } else {
        first = 0;
        view = bars.length === 0 ? undefined : startView(bounds(), view?.count);
      }
      key = seriesKey;
      schedule('full');
    },
    setRunning(candle) {
      const last = bars.at(-1);
      if (last === undefined || view === undefined || candle[0] < last.startMs) return;
      const bar = toBar(candle);
      if (bar.startMs === last.startMs) {
        bars[bars.length - 1] = bar.volume === null ? { ...bar, volume: last.volume } : bar;
        schedule('patch');
        return;
      }
      const wasFollowing = isFollowing(view, bounds());
      bars.push(bar);
      if (wasFollowing) view = clampView({ ...view, right: newestRight(bounds(), view.count) }, bounds());
      schedule('full');
    },
    setKind(next) {
      if (next === kind) return;
      kind = next;
      chart.series[candleSeries.candles]?.setVisible(kind === 'candles', false);
      chart.series[candleSeries.line]?.setVisible(kind === 'line', false);
      schedule('full');
    },
    setMarked(prices) {
      marked = prices;
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
    markAt: (index) => marks.find((mark) => mark.index === index - first),
    geometry() {
      const [x] = chart.xAxis;
      const [y] = chart.yAxis;
      if (x === undefined || y === undefined || view === undefined || chart.plotWidth <= 0) return undefined;
      return {
        plotTop: chart.plotTop,
        plotHeight: chart.plotHeight,
        plotWidth: chart.plotWidth,
        xOf: (index) => x.toPixels(index, false),
        yOf: (price) => y.toPixels(price, false),
        priceAt: (px) => y.toValue(px, false),
        indexAt: (px) => Math.round(x.toValue(px, false)),
      };
    },
    timeTicks() {
      if (view === undefined) return [];
      // A label needs half its width of room on both sides.
      const margin = (labelDistancePx / 2 / Math.max(1, chart.plotWidth)) * view.count;
      const [from, to] = [leftOf(view) + margin, view.right - margin / 2];
      return marks.map((mark) => mark.index + first).filter((index) => index >= from && index <= to);
    },
    refresh: () => schedule('full'),
    end: () => cancelAnimationFrame(frame),
  };
}
