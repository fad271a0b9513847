/**
 * The life of a candle chart beside React: makes the drawing when Highcharts is there, hands it bars and markers, answers
 * fingers and keys, and after each drawing moves what lies over the plot.
 */
import { useLayoutEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { HighchartsReactRefObject } from 'highcharts-react-official';
import type { Options } from 'highcharts';
import { candleAxisTexts } from './candleAxisTexts';
import { createCandleDrawing, type CandleDrawing } from './candleDrawing';
import type { CandlePlotParts } from './CandlePlotParts';
import type { ViewMemory } from './candleScene';
import { candleChartOptions } from './chartOptions';
import type { Cross } from './crosshair';
import { attachGestures } from './gestures';
import { keyActions } from './keyActions';
import { layOutCandles } from './layOutCandles';
import { kept } from './overlay';
import { tellSlider } from './tellSlider';
import { useDrawingInput } from './useDrawingInput';

export interface CandlePlot {
  readonly plot: RefObject<HTMLDivElement | null>;
  readonly highcharts: RefObject<HighchartsReactRefObject | null>;
  readonly options: Options;
  onKeyDown(event: KeyboardEvent): void;
  onBlur(): void;
  toNewest(): void;
}

export function useCandlePlot(given: CandlePlotParts): CandlePlot {
  const { candles, seriesKey, digits, memory, plan, gutter, chartKey, zone, texts } = given;
  const highcharts = useRef<HighchartsReactRefObject>(null);
  const plot = useRef<HTMLDivElement>(null);
  const drawing = useRef<CandleDrawing | undefined>(undefined);
  const cross = useRef<Cross | undefined>(undefined);
  const ownMemory = useRef<ViewMemory>({});

  function layOut() {
    layOutCandles(drawing.current, cross.current, given);
  }

  /** Puts the crosshair on a bar, or away; tells the slider's value. */
  function choose(next: Cross | undefined) {
    cross.current = next;
    const bounds = drawing.current?.bounds();
    const index = next?.index ?? bounds?.last;
    const bar = index === undefined ? undefined : drawing.current?.bar(index);
    if (plot.current !== null && bounds !== undefined && index !== undefined && bar !== undefined)
      tellSlider(plot.current, bounds, { index, bar }, texts.whole);
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
        candleAxisTexts(
          () => drawing.current,
          () => latest.current.given,
        ),
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
  useDrawingInput(drawing, given);

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
