/**
 * The life of a tick chart beside React: keeps the ticks, draws them at most once per frame, and after each drawing moves
 * what lies over the plot.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import type { HighchartsReactRefObject } from 'highcharts-react-official';
import type { Options } from 'highcharts';
import type { Observable } from '@tessera/shared/kernel';
import type { Format } from '../../remote-kit/i18n/useFormat';
import { tickChartOptions } from './chartOptions';
import { keepTick, toDrawn, type DrawnTick } from './DrawnTick';
import { drawTicks } from './drawTicks';
import { layOutTicks, type TickOverlays } from './layOutTicks';
import { secondMarks, type ChartTick } from './tickWindow';
import { timeLabels } from './timeLabels';

export interface TickPlotParts extends TickOverlays {
  readonly seriesKey: string;
  readonly digits: number;
  readonly ticks: readonly ChartTick[];
  readonly tick$: Observable<ChartTick>;
  readonly format: Format;
  readonly gutter: number;
  /** A new key is a new chart. */
  readonly chartKey: string;
}

export interface TickPlot {
  readonly plot: RefObject<HTMLDivElement | null>;
  readonly highcharts: RefObject<HighchartsReactRefObject | null>;
  readonly options: Options;
}

export function useTickPlot(given: TickPlotParts): TickPlot {
  const { seriesKey, digits, ticks, tick$, run, priceMarkers, pointMarkers, format, gutter, chartKey } = given;
  const times = useMemo(() => timeLabels(format.language, 'local'), [format.language]);
  const highcharts = useRef<HighchartsReactRefObject>(null);
  const drawn = useRef<DrawnTick[]>([]);
  const frame = useRef(0);
  const plot = useRef<HTMLDivElement>(null);

  function draw() {
    if (drawTicks(highcharts.current?.chart, drawn.current, given)) layOut();
  }

  function layOut() {
    layOutTicks(highcharts.current?.chart, drawn.current.at(-1), given);
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
      if (!keepTick(drawn.current, tick)) return;
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => latest.current.draw());
    });
    return () => {
      subscription.unsubscribe();
      cancelAnimationFrame(frame.current);
    };
  }, [tick$, chartKey]);

  return { plot, highcharts, options };
}
