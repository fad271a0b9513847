/**
 * The life of a candle chart beside React: makes the drawing when Highcharts is there, hands it bars and markers, answers
 * fingers and keys, and after each drawing moves what lies over the plot.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { HighchartsReactRefObject } from 'highcharts-react-official';
import type { Options } from 'highcharts';
import { drawingNumber } from './Bar';
import { moveOf, type BarTexts } from './barTexts';
import { createCandleDrawing, type CandleDrawing, type ViewMemory } from './candleDrawing';
import type { CandleChartProps } from './CandleChartProps';
import { candleChartOptions } from './chartOptions';
import type { ChartPlan } from './chartPlan';
import { placeCrosshair, type Cross } from './crosshair';
import { attachGestures } from './gestures';
import { writeLegends } from './Legend';
import { keyActions } from './keyActions';
import { kept, moveTo, show } from './overlay';
import { placeLast, placePointMarkers, placePriceMarkers } from './placeMarkers';
import type { TimeLabels } from './timeLabels';
import type { MarkZone } from './timeMarks';
import type { Parts } from './useParts';
import { useIndicatorCalculation } from './useIndicatorCalculation';

type Settled = 'candles' | 'seriesKey' | 'digits' | 'kind' | 'priceMarkers' | 'pointMarkers' | 'hasOlder' | 'fit';
type Given = { readonly [Name in Settled]: NonNullable<CandleChartProps[Name]> } & Pick<
  CandleChartProps,
  'running$' | 'onNeedOlder' | 'onView' | 'onIndicatorsFailed' | 'memory'
>;

export type CandlePlotParts = Given & {
  readonly plan: ChartPlan;
  readonly gutter: number;
  /** A new key is a new chart. */
  readonly chartKey: string;
  readonly zone: MarkZone;
  readonly texts: BarTexts;
  readonly times: TimeLabels;
  readonly parts: Parts;
};

export interface CandlePlot {
  readonly plot: RefObject<HTMLDivElement | null>;
  readonly highcharts: RefObject<HighchartsReactRefObject | null>;
  readonly options: Options;
  onKeyDown(event: KeyboardEvent): void;
  onBlur(): void;
  toNewest(): void;
}

export function useCandlePlot(given: CandlePlotParts): CandlePlot {
  const {
    candles,
    seriesKey,
    digits,
    kind,
    priceMarkers,
    pointMarkers,
    hasOlder,
    running$,
    memory,
    plan,
    gutter,
    chartKey,
    zone,
    texts,
    times,
    parts,
  } = given;
  const highcharts = useRef<HighchartsReactRefObject>(null);
  const plot = useRef<HTMLDivElement>(null);
  const drawing = useRef<CandleDrawing | undefined>(undefined);
  const cross = useRef<Cross | undefined>(undefined);
  const ownMemory = useRef<ViewMemory>({});
  const calculate = useIndicatorCalculation(
    chartKey,
    plan.indicators.some((one) => one.kind !== 'vol'),
    given.onIndicatorsFailed,
  );

  function layOut() {
    const drawn = drawing.current;
    const geometry = drawn?.geometry();
    const bounds = drawn?.bounds();
    const seen = drawn?.inSight();
    if (drawn === undefined || geometry === undefined || bounds === undefined || seen === undefined) return;
    const { priceTop, priceBottom, plotWidth } = geometry;
    const place = { top: priceTop, bottom: priceBottom, width: plotWidth, yOf: geometry.yOf };
    const last = drawn.bar(bounds.last);
    if (last !== undefined)
      placeLast(parts, place, { price: last.candle[4], text: texts.figure(last.candle[4]), move: moveOf(last) });
    placePriceMarkers(parts, place, priceMarkers);
    placePointMarkers(parts, place, pointMarkers, (atMs) => {
      const index = drawn.indexOf(atMs);
      return index === undefined ? undefined : geometry.xOf(index);
    });
    for (const [axis, top] of geometry.paneTops) parts.on(`pane ${axis}`, (element) => moveTo(element, 0, top));
    parts.on('olderEdge', (element) => {
      const width = geometry.xOf(bounds.first - 0.5);
      show(element, hasOlder && width > 2);
      if (element.hidden) return;
      moveTo(element, 0, priceTop);
      element.style.inlineSize = `${Math.max(0, width).toFixed(1)}px`;
      element.style.blockSize = `${(priceBottom - priceTop).toFixed(1)}px`;
    });
    parts.on('toNewest', (element) => {
      show(element, !drawn.isFollowing());
      element.style.insetInlineStart = `${plotWidth - 48}px`;
    });
    const chosen = cross.current === undefined ? undefined : drawn.bar(cross.current.index);
    placeCrosshair(parts, geometry, chosen === undefined ? undefined : cross.current, {
      time: chosen === undefined ? '' : times.full(chosen.startMs),
      priceAt: texts.drawnPrice,
    });
    const told = chosen ?? last;
    const toldIndex = chosen === undefined ? bounds.last : (cross.current?.index ?? bounds.last);
    if (told !== undefined) writeLegends(parts, texts, plan, told, (line) => drawn.valueAt(line, toldIndex));
    if (given.onView !== undefined && last !== undefined) {
      const inSight = Array.from({ length: seen.to - seen.from + 1 }, (_, step) => drawn.bar(seen.from + step)?.candle).filter(
        (candle) => candle !== undefined,
      );
      given.onView({ candles: inSight, newest: last.candle });
    }
  }

  /** Puts the crosshair on a bar, or away; tells the slider's value. */
  function choose(next: Cross | undefined) {
    cross.current = next;
    const bounds = drawing.current?.bounds();
    const index = next?.index ?? bounds?.last;
    const bar = index === undefined ? undefined : drawing.current?.bar(index);
    if (plot.current !== null && bounds !== undefined && index !== undefined && bar !== undefined) {
      plot.current.setAttribute('aria-valuemax', String(bounds.last - bounds.first));
      plot.current.setAttribute('aria-valuenow', String(index - bounds.first));
      plot.current.setAttribute('aria-valuetext', texts.whole(bar));
    }
    layOut();
  }

  function crossAt(place: { readonly x: number; readonly y: number } | undefined) {
    const geometry = drawing.current?.geometry();
    const bounds = drawing.current?.bounds();
    if (place === undefined || geometry === undefined || bounds === undefined || place.x > geometry.plotWidth)
      return choose(undefined);
    choose({ index: kept(geometry.indexAt(place.x), bounds.first, bounds.last), y: place.y });
  }

  // What a drawing calls back is always this render's: texts and markers change while the chart lives on.
  const latest = useRef({ layOut, crossAt, choose, given });
  useLayoutEffect(() => {
    latest.current = { layOut, crossAt, choose, given };
  });

  const options = useMemo(
    () =>
      candleChartOptions(
        {
          timeTicks: () => drawing.current?.timeTicks() ?? [],
          timeLabel: (index) => {
            const mark = drawing.current?.markAt(index);
            const bar = drawing.current?.bar(index);
            return mark === undefined || bar === undefined ? '' : latest.current.given.times.axis(bar.startMs, mark.kind);
          },
          priceLabel: (value) => latest.current.given.texts.drawnPrice(value),
          paneTicks: (pane) => drawing.current?.paneTicks(pane) ?? [],
          paneLabel: (pane, value) => (pane.kind === 'vol' ? latest.current.given.texts.lineValue(pane, value) : String(value)),
        },
        { gutter, plan, onRedraw: () => latest.current.layOut() },
      ),
    [gutter, plan],
  );

  useLayoutEffect(() => {
    const chart = highcharts.current?.chart;
    const element = plot.current;
    if (chart === undefined || element === null) return undefined;
    element.style.setProperty('--gutter', `${gutter}px`);
    const made = createCandleDrawing(chart, {
      plan,
      zone,
      smallestStep: 10 ** -digits,
      memory: memory ?? ownMemory.current,
      onDrawn: () => latest.current.layOut(),
      onNeedOlder: () => latest.current.given.onNeedOlder?.(),
    });
    drawing.current = made;
    const detach = attachGestures(
      element,
      { pan: made.pan, zoom: made.zoom, cross: (place) => latest.current.crossAt(place) },
      { isCalm: () => window.matchMedia('(prefers-reduced-motion: reduce)').matches, fit: () => latest.current.given.fit },
    );
    return () => {
      detach();
      made.end();
      drawing.current = undefined;
    };
  }, [chartKey, digits, gutter, zone, plan, memory]);

  useLayoutEffect(() => {
    cross.current = undefined;
    drawing.current?.setHasOlder(latest.current.given.hasOlder);
    drawing.current?.setBars(candles, seriesKey);
    latest.current.choose(undefined);
  }, [candles, seriesKey, chartKey]);
  useLayoutEffect(() => drawing.current?.setHasOlder(hasOlder), [hasOlder, chartKey]);
  useLayoutEffect(() => drawing.current?.setKind(kind), [kind, chartKey]);
  useLayoutEffect(() => {
    if (calculate !== undefined) drawing.current?.setCalculate(calculate);
  }, [calculate, chartKey]);
  useLayoutEffect(() => {
    drawing.current?.setMarked(priceMarkers.map((marker) => drawingNumber(marker.price)));
  }, [priceMarkers, pointMarkers, chartKey]);
  useEffect(() => {
    const subscription = running$?.subscribe((candle) => drawing.current?.setRunning(candle));
    return () => subscription?.unsubscribe();
  }, [running$, chartKey]);

  return {
    plot,
    highcharts,
    options,
    onKeyDown(event) {
      const act = drawing.current === undefined ? undefined : keyActions(drawing.current, cross.current, choose)[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    },
    onBlur: () => choose(undefined),
    toNewest: () => drawing.current?.toNewest(),
  };
}
