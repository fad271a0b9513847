/**
 * The last seconds, tick by tick, for an order that runs for seconds: a line, the newest tick as a dot, the entry price
 * as a line across, the expiry as a line down. It only shows: whether an order won is the server's to say, so entry and
 * exit are drawn from the ticks that the server stored.
 */
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { HighchartsReactRefObject } from 'highcharts-react-official';
import { useTranslation, type Observable } from '@tessera/shared/kernel';
import { useFormat } from '../../remote-kit/i18n/useFormat';
import { drawingNumber } from './Bar';
import styles from './chart.module.css';
import { ChartFrame } from './ChartFrame';
import { gutterWidth, tickChartOptions } from './chartOptions';
import type { PointMarker, PriceMarker } from './markers';
import { kept, moveTo, show } from './overlay';
import { placeLast, placePointMarkers, placePriceMarkers } from './placeMarkers';
import { priceExtremes } from './priceExtremes';
import { secondMarks, thinned, tickWindow, type ChartRun, type ChartTick } from './tickWindow';
import { timeLabels } from './timeLabels';
import { useParts } from './useParts';

export interface TickChartProps {
  /** What it shows, for those who do not see it: "BTC-USDT, price of the last minute". */
  readonly name: string;
  /** The market: a new one starts an empty line. */
  readonly seriesKey: string;
  readonly digits: number;
  /** Ticks from before the chart was opened, oldest first. */
  readonly ticks?: readonly ChartTick[] | undefined;
  readonly tick$: Observable<ChartTick>;
  readonly run?: ChartRun | undefined;
  readonly priceMarkers?: readonly PriceMarker[] | undefined;
  readonly pointMarkers?: readonly PointMarker[] | undefined;
}

interface DrawnTick {
  readonly atMs: number;
  readonly value: number;
  readonly price: string;
}

const noTicks: readonly ChartTick[] = [];
const noPriceMarkers: readonly PriceMarker[] = [];
const noPointMarkers: readonly PointMarker[] = [];
/** How many ticks are drawn at most; the span decides the bucket. */
const mostDrawn = 240;
const keptMs = 2 * 3_600_000;

const toDrawn = ({ atMs, price }: ChartTick): DrawnTick => ({ atMs, price, value: drawingNumber(price) });

export function TickChart({
  name,
  seriesKey,
  digits,
  ticks = noTicks,
  tick$,
  run,
  priceMarkers = noPriceMarkers,
  pointMarkers = noPointMarkers,
}: TickChartProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const times = useMemo(() => timeLabels(format.language, 'local'), [format.language]);
  const figure = (text: string) => format.figure(text, { scale: digits });

  const highcharts = useRef<HighchartsReactRefObject>(null);
  const drawn = useRef<DrawnTick[]>([]);
  const frame = useRef(0);
  const plot = useRef<HTMLDivElement>(null);
  const parts = useParts();

  const longest = Math.max(
    digits + 2,
    ...ticks.slice(-1).map(({ price }) => figure(price).length),
    ...priceMarkers.map(({ price }) => figure(price).length),
  );
  const gutter = gutterWidth('0'.repeat(longest));
  const chartKey = `${format.language}/${gutter}/${digits}`;

  function draw() {
    const chart = highcharts.current?.chart;
    const newest = drawn.current.at(-1);
    const [timeAxis] = chart?.xAxis ?? [];
    const [priceAxis] = chart?.yAxis ?? [];
    if (chart === undefined || newest === undefined || timeAxis === undefined || priceAxis === undefined) return;
    const { fromMs, toMs } = tickWindow(newest.atMs, run);
    const inSight = drawn.current.filter(({ atMs }) => atMs >= fromMs - 5000);
    const shown = thinned(inSight, Math.max(1, (toMs - fromMs) / mostDrawn));
    const range = priceExtremes(
      inSight.map(({ value }) => ({ low: value, high: value })),
      {
        smallest: 10 ** -digits,
        alsoShow: priceMarkers.map((marker) => drawingNumber(marker.price)),
      },
    );
    chart.series[0]?.setData(
      shown.map(({ atMs, value }) => [atMs, value]),
      false,
      false,
      true,
    );
    timeAxis.setExtremes(fromMs, toMs, false, false);
    if (range !== undefined) priceAxis.setExtremes(range.min, range.max, false, false);
    chart.redraw(false);
    layOut();
  }

  function layOut() {
    const chart = highcharts.current?.chart;
    const [timeAxis] = chart?.xAxis ?? [];
    const [priceAxis] = chart?.yAxis ?? [];
    const newest = drawn.current.at(-1);
    if (chart === undefined || timeAxis === undefined || priceAxis === undefined || newest === undefined) return;
    const place = {
      top: chart.plotTop,
      bottom: chart.plotTop + chart.plotHeight,
      width: chart.plotWidth,
      yOf: (value: number) => priceAxis.toPixels(value, false),
    };
    const xOf = (atMs: number) => timeAxis.toPixels(atMs, false);
    parts.on('beat', (element) => moveTo(element, xOf(newest.atMs), kept(place.yOf(newest.value), place.top, place.bottom)));
    placeLast(parts, place, { price: newest.price, text: figure(newest.price) });
    placePriceMarkers(parts, place, priceMarkers);
    placePointMarkers(parts, place, pointMarkers, xOf);
    const x = run === undefined ? -1 : xOf(run.expiresAtMs);
    const isExpiryShown = x >= 0 && x <= chart.plotWidth;
    parts.on('expiryLine', (element) => {
      show(element, isExpiryShown);
      moveTo(element, x, 0);
    });
    parts.on('expiryLabel', (element) => {
      show(element, isExpiryShown);
      moveTo(element, kept(x - element.offsetWidth / 2, 0, chart.plotWidth - element.offsetWidth), 2);
    });
  }

  const latest = useRef({ draw, layOut, times });
  useLayoutEffect(() => {
    latest.current = { draw, layOut, times };
  });

  const options = useMemo(
    () =>
      tickChartOptions(
        {
          timeTicks: () => {
            const axis = highcharts.current?.chart.xAxis?.[0];
            const { min, max } = axis?.getExtremes() ?? {};
            if (min === undefined || max === undefined) return [];
            // A label needs half its width of room at the edge.
            const margin = (max - min) / 12;
            return secondMarks(min + margin, max - margin / 2, 4);
          },
          timeLabel: (atMs) => latest.current.times.seconds(atMs),
          priceLabel: (value) => format.figure(value.toFixed(digits), { scale: digits }),
        },
        { gutter, onRedraw: () => latest.current.layOut() },
      ),
    [format, digits, gutter],
  );

  useLayoutEffect(() => plot.current?.style.setProperty('--gutter', `${gutter}px`), [gutter]);
  useLayoutEffect(() => {
    drawn.current = ticks.map(toDrawn);
    latest.current.draw();
  }, [ticks, seriesKey]);
  useLayoutEffect(() => latest.current.draw(), [run, priceMarkers, pointMarkers, chartKey]);
  useEffect(() => {
    const subscription = tick$.subscribe((tick) => {
      const newest = drawn.current.at(-1);
      if (newest !== undefined && tick.atMs < newest.atMs) return;
      if (newest !== undefined && tick.atMs === newest.atMs) drawn.current.pop();
      drawn.current.push(toDrawn(tick));
      const oldest = drawn.current[0];
      if (oldest !== undefined && tick.atMs - oldest.atMs > keptMs) drawn.current.shift();
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => latest.current.draw());
    });
    return () => {
      subscription.unsubscribe();
      cancelAnimationFrame(frame.current);
    };
  }, [tick$, chartKey]);

  return (
    <div className={styles.chart}>
      <ChartFrame
        plot={plot}
        highcharts={highcharts}
        chartKey={chartKey}
        options={options}
        parts={parts}
        priceMarkers={priceMarkers}
        pointMarkers={pointMarkers}
        role="img"
        aria-label={t('chart.name', { name })}
      >
        <div ref={parts.ref('expiryLine')} className={styles.expiryLine} hidden />
        <div ref={parts.ref('expiryLabel')} className={`${styles.tag} ${styles.expiryLabel}`} hidden>
          {t('chart.expiry')}
        </div>
        <div ref={parts.ref('beat')} className={styles.beat} />
      </ChartFrame>
    </div>
  );
}
