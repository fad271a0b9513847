/**
 * The candle chart: history as a value, the running bar as a stream, so that a price tick renders no React at all. Bars
 * and axes are Highcharts' (candleDrawing); the last price, the crosshair and the markers lie over them as HTML and are
 * moved by transform; the legend is plain text above the plot, which is also what a screen reader gets.
 *
 * With the keyboard it is a slider over its bars: arrows step, plus and minus zoom, End goes to the newest.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { HighchartsReact, type HighchartsReactRefObject } from 'highcharts-react-official';
import { useTranslation, type Observable } from '@tessera/shared/kernel';
import type { Candle, CandleFrame } from '../contract';
import { useFormat } from '../i18n/useFormat';
import { compare, divide, isZero, price, subtract } from '../money';
import { drawingNumber, type Bar } from './Bar';
import { createCandleDrawing, type CandleDrawing, type CandleKind } from './candleDrawing';
import styles from './chart.module.css';
import { candleChartOptions, gutterWidth } from './chartOptions';
import { attachGestures } from './gestures';
import { Highcharts } from './highcharts';
import type { PointMarker, PriceMarker } from './markers';
import { kept, moveTo, show, write } from './overlay';
import { timeLabels, zoneOf } from './timeLabels';

export interface CandleChartProps {
  /** What it shows, for those who do not see it: "BTC-USDT, 5 minutes". */
  readonly name: string;
  /** Oldest first. Prepending older ones leaves the view where it is. */
  readonly candles: readonly Candle[];
  /** Symbol and frame: a new key starts a new view. */
  readonly seriesKey: string;
  readonly frame: CandleFrame;
  /** Digits of the price. */
  readonly digits: number;
  readonly kind?: CandleKind | undefined;
  /** The bar that is being made; each value replaces the last bar or begins the next. */
  readonly running$?: Observable<Candle> | undefined;
  readonly priceMarkers?: readonly PriceMarker[] | undefined;
  readonly pointMarkers?: readonly PointMarker[] | undefined;
  /** Called once for each oldest bar when a person comes near it. */
  readonly onNeedOlder?: (() => void) | undefined;
}

const noPriceMarkers: readonly PriceMarker[] = [];
const noPointMarkers: readonly PointMarker[] = [];

type Move = 'up' | 'down' | 'same';
const moveOf = (bar: Bar): Move => {
  const [, open, , , close] = bar.candle;
  return (['down', 'same', 'up'] as const)[compare(price(close), price(open)) + 1] ?? 'same';
};

export function CandleChart({
  name, candles, seriesKey, frame, digits, kind = 'candles', running$, priceMarkers = noPriceMarkers, pointMarkers = noPointMarkers, onNeedOlder,
}: CandleChartProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const zone = zoneOf(frame);
  const times = useMemo(() => timeLabels(format.language, zone), [format.language, zone]);
  const figure = (text: string) => format.figure(text, { scale: digits });

  const highcharts = useRef<HighchartsReactRefObject>(null);
  const drawing = useRef<CandleDrawing | undefined>(undefined);
  const plot = useRef<HTMLDivElement>(null);
  const parts = useRef(new Map<string, HTMLElement>());
  /** Collects the elements that a drawing moves or writes. */
  const part = (id: string) => (element: HTMLElement | null) => {
    if (element === null) parts.current.delete(id);
    else parts.current.set(id, element);
  };
  /** The bar that the crosshair is on, and where the finger is. */
  const cross = useRef<{ readonly index: number; readonly y: number | undefined } | undefined>(undefined);

  const widest = candles.reduce((longest, candle) => (candle[2].length > longest.length ? candle[2] : longest), '');
  const gutter = gutterWidth(figure(widest === '' ? '0' : widest));
  const chartKey = `${format.language}/${gutter}/${digits}/${zone}`;

  /** What a screen reader hears of a bar. */
  function describe(bar: Bar): string {
    const [startMs, open, high, low, close] = bar.candle;
    return t('chart.bar', {
      time: times.full(startMs), open: figure(open), high: figure(high), low: figure(low), close: figure(close), change: changeOf(bar),
    });
  }

  function changeOf(bar: Bar): string {
    const [, open, , , close] = bar.candle;
    if (isZero(price(open))) return '';
    return format.rate(divide(subtract(price(close), price(open)), price(open), 6, 'halfEven'), { sign: 'always' });
  }

  function layOut() {
    const drawn = drawing.current;
    const geometry = drawn?.geometry();
    const bounds = drawn?.bounds();
    if (drawn === undefined || geometry === undefined || bounds === undefined) return;
    const { plotTop, plotHeight, plotWidth } = geometry;
    const bottom = plotTop + plotHeight;
    const of = (id: string, act: (element: HTMLElement) => void) => {
      const element = parts.current.get(id);
      if (element !== undefined) act(element);
    };
    const yOf = (text: string) => kept(geometry.yOf(drawingNumber(text)), plotTop, bottom);

    const last = drawn.bar(bounds.last);
    if (last !== undefined) {
      const y = yOf(last.candle[4]);
      const move = moveOf(last);
      of('lastLine', (element) => {
        moveTo(element, 0, y);
        element.dataset['move'] = move;
      });
      of('lastTag', (element) => {
        write(element, figure(last.candle[4]));
        moveTo(element, plotWidth + 1, y);
        element.dataset['move'] = move;
      });
    }
    for (const marker of priceMarkers) {
      const y = yOf(marker.price);
      of(`line ${marker.id}`, (element) => moveTo(element, 0, y));
      of(`label ${marker.id}`, (element) => moveTo(element, 8, y));
    }
    for (const marker of pointMarkers) {
      const index = drawn.indexOf(marker.atMs);
      of(`point ${marker.id}`, (element) => {
        const x = index === undefined ? -1 : geometry.xOf(index);
        show(element, x >= 0 && x <= plotWidth);
        moveTo(element, x, yOf(marker.price));
      });
    }
    of('toNewest', (element) => {
      show(element, !drawn.isFollowing());
      element.style.insetInlineStart = `${plotWidth - 48}px`;
    });

    const { index, y } = cross.current ?? {};
    const isCrossed = index !== undefined;
    for (const id of ['crossX', 'crossTime']) of(id, (element) => show(element, isCrossed));
    for (const id of ['crossY', 'crossTag']) of(id, (element) => show(element, isCrossed && y !== undefined));
    const chosen = index === undefined ? undefined : drawn.bar(index);
    if (index !== undefined && chosen !== undefined) {
      const x = geometry.xOf(index);
      of('crossX', (element) => moveTo(element, x, plotTop));
      of('crossTime', (element) => {
        write(element, times.full(chosen.startMs));
        moveTo(element, kept(x - element.offsetWidth / 2, 0, plotWidth - element.offsetWidth), bottom + 2);
      });
      if (y !== undefined) {
        const placed = kept(y, plotTop, bottom);
        of('crossY', (element) => moveTo(element, 0, placed));
        of('crossTag', (element) => {
          write(element, figure(geometry.priceAt(placed).toFixed(digits)));
          moveTo(element, plotWidth + 1, placed);
        });
      }
    }
    writeLegend(chosen ?? last);
  }

  function writeLegend(bar: Bar | undefined) {
    const legend = parts.current.get('legend');
    if (legend === undefined || bar === undefined) return;
    const [, open, high, low, close, volume] = bar.candle;
    const texts: Record<string, string> = {
      open: figure(open), high: figure(high), low: figure(low), close: figure(close), change: changeOf(bar), volume: volume === null ? '' : format.compact(volume),
    };
    for (const [id, text] of Object.entries(texts)) {
      const element = parts.current.get(id);
      if (element !== undefined) write(element, text);
    }
    const volumePart = parts.current.get('volumePart');
    if (volumePart !== undefined) show(volumePart, volume !== null);
    legend.dataset['move'] = moveOf(bar);
  }

  /** Puts the crosshair on a bar, or away; tells the slider's value. */
  function choose(next: { readonly index: number; readonly y: number | undefined } | undefined) {
    cross.current = next;
    const bounds = drawing.current?.bounds();
    const index = next?.index ?? bounds?.last;
    const bar = index === undefined ? undefined : drawing.current?.bar(index);
    if (plot.current !== null && bounds !== undefined && index !== undefined && bar !== undefined) {
      plot.current.setAttribute('aria-valuemax', String(bounds.last - bounds.first));
      plot.current.setAttribute('aria-valuenow', String(index - bounds.first));
      plot.current.setAttribute('aria-valuetext', describe(bar));
    }
    layOut();
  }

  function crossAt(place: { readonly x: number; readonly y: number } | undefined) {
    const geometry = drawing.current?.geometry();
    const bounds = drawing.current?.bounds();
    if (place === undefined || geometry === undefined || bounds === undefined || place.x > geometry.plotWidth) return choose(undefined);
    choose({ index: kept(geometry.indexAt(place.x), bounds.first, bounds.last), y: place.y });
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const drawn = drawing.current;
    const bounds = drawn?.bounds();
    const geometry = drawn?.geometry();
    if (drawn === undefined || bounds === undefined || geometry === undefined) return;
    const step = (by: number) => {
      const index = kept((cross.current?.index ?? bounds.last) + by, bounds.first, bounds.last);
      drawn.reveal(index);
      choose({ index, y: undefined });
    };
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      PageUp: () => step(-10),
      PageDown: () => step(10),
      End: () => {
        drawn.toNewest();
        choose({ index: bounds.last, y: undefined });
      },
      Escape: () => choose(undefined),
      '+': () => drawn.zoom(0.8, geometry.plotWidth),
      '=': () => drawn.zoom(0.8, geometry.plotWidth),
      '-': () => drawn.zoom(1.25, geometry.plotWidth),
    };
    const act = actions[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  // What a drawing calls back is always this render's: texts and markers change while the chart lives on.
  const latest = useRef({ layOut, crossAt, choose, times, onNeedOlder });
  useLayoutEffect(() => {
    latest.current = { layOut, crossAt, choose, times, onNeedOlder };
  });

  const options = useMemo(
    () =>
      candleChartOptions(
        {
          timeTicks: () => drawing.current?.timeTicks() ?? [],
          timeLabel: (index) => {
            const mark = drawing.current?.markAt(index);
            const bar = drawing.current?.bar(index);
            return mark === undefined || bar === undefined ? '' : latest.current.times.axis(bar.startMs, mark.kind);
          },
          priceLabel: (value) => format.figure(value.toFixed(digits), { scale: digits }),
        },
        { gutter, onRedraw: () => latest.current.layOut() },
      ),
    [format, digits, gutter],
  );

  useLayoutEffect(() => {
    const chart = highcharts.current?.chart;
    const element = plot.current;
    if (chart === undefined || element === null) return undefined;
    element.style.setProperty('--gutter', `${gutter}px`);
    const made = createCandleDrawing(chart, {
      smallestStep: 10 ** -digits,
      zone,
      onDrawn: () => latest.current.layOut(),
      onNeedOlder: () => latest.current.onNeedOlder?.(),
    });
    drawing.current = made;
    const detach = attachGestures(
      element,
      { pan: made.pan, zoom: made.zoom, cross: (place) => latest.current.crossAt(place) },
      { isCalm: () => window.matchMedia('(prefers-reduced-motion: reduce)').matches },
    );
    return () => {
      detach();
      made.end();
      drawing.current = undefined;
    };
  }, [chartKey, digits, gutter, zone]);

  useLayoutEffect(() => {
    cross.current = undefined;
    drawing.current?.setBars(candles, seriesKey);
    latest.current.choose(undefined);
  }, [candles, seriesKey, chartKey]);
  useLayoutEffect(() => drawing.current?.setKind(kind), [kind, chartKey]);
  useLayoutEffect(() => {
    drawing.current?.setMarked(priceMarkers.map((marker) => drawingNumber(marker.price)));
  }, [priceMarkers, pointMarkers, chartKey]);
  useEffect(() => {
    const subscription = running$?.subscribe((candle) => drawing.current?.setRunning(candle));
    return () => subscription?.unsubscribe();
  }, [running$, chartKey]);

  return (
    <div className={styles.chart}>
      <dl className={styles.legend} ref={part('legend')}>
        {(['open', 'high', 'low', 'close'] as const).map((id) => (
          <div key={id}>
            <dt>
              <abbr title={t(`chart.whole.${id}`)}>{t(`chart.${id}`)}</abbr>
            </dt>
            <dd ref={part(id)} />
          </div>
        ))}
        <div>
          <dt className={styles.spoken}>{t('chart.whole.change')}</dt>
          <dd ref={part('change')} />
        </div>
        <div ref={part('volumePart')} className={styles.volume} hidden>
          <dt>{t('chart.volume')}</dt>
          <dd ref={part('volume')} />
        </div>
      </dl>
      <div
        ref={plot}
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={t('chart.name', { name })}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={0}
        aria-valuenow={0}
        onKeyDown={onKeyDown}
        onBlur={() => choose(undefined)}
      >
        <HighchartsReact
          key={chartKey}
          ref={highcharts}
          highcharts={Highcharts}
          options={options}
          allowChartUpdate={false}
          containerProps={{ className: styles.canvas, 'aria-hidden': true }}
        />
        <div className={styles.overlay} aria-hidden="true">
          <div ref={part('lastLine')} className={styles.lastLine} />
          {priceMarkers.map((marker) => (
            <div key={`line ${marker.id}`} ref={part(`line ${marker.id}`)} className={styles.markerLine} data-tone={marker.tone} />
          ))}
          {priceMarkers.map((marker) => (
            <div key={`label ${marker.id}`} ref={part(`label ${marker.id}`)} className={`${styles.tag} ${styles.markerLabel}`} data-tone={marker.tone}>
              {marker.label}
            </div>
          ))}
          {pointMarkers.map((marker) => (
            <div key={`point ${marker.id}`} ref={part(`point ${marker.id}`)} className={styles.point} data-tone={marker.tone} hidden />
          ))}
          <div ref={part('lastTag')} className={`${styles.tag} ${styles.lastTag}`} />
          <div ref={part('crossX')} className={styles.crossX} hidden />
          <div ref={part('crossY')} className={styles.crossY} hidden />
          <div ref={part('crossTag')} className={`${styles.tag} ${styles.crossTag}`} hidden />
          <div ref={part('crossTime')} className={`${styles.tag} ${styles.crossTime}`} hidden />
        </div>
      </div>
      <button ref={part('toNewest')} type="button" className={styles.toNewest} aria-label={t('chart.toNewest')} hidden onClick={() => drawing.current?.toNewest()}>
        <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
          <path d="M3 3l5 5-5 5M12.5 3v10" />
        </svg>
      </button>
    </div>
  );
}
