/**
 * The life of a tick chart beside React: keeps the ticks, draws a tick in the call that brings it (their stream brings at most one per
 * animation frame), and after each drawing moves what lies over the plot.
 */
import { useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
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
  const drawnKey = useRef(seriesKey);
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
    // What is asked for comes late: the ticks of this market that came meanwhile go on behind it.
    const since = drawnKey.current === seriesKey ? drawn.current : [];
    drawn.current = ticks.map(toDrawn);
    for (const tick of since) keepTick(drawn.current, tick);
    drawnKey.current = seriesKey;
    latest.current.draw();
  }, [ticks, seriesKey]);
  useLayoutEffect(() => latest.current.draw(), [run, priceMarkers, pointMarkers, chartKey]);
  // Before paint: the first tick is the one that the header shows.
  useLayoutEffect(() => {
    const subscription = tick$.subscribe((tick) => {
      if (keepTick(drawn.current, tick)) latest.current.draw();
    });
    return () => subscription.unsubscribe();
  }, [tick$, chartKey]);

  return { plot, highcharts, options };
}
