/** Moves what lies over the plot of ticks: the newest tick, the markers, the expiry. */
import type { Chart } from 'highcharts';
import type { DrawnTick } from './DrawnTick';
import type { PointMarker, PriceMarker } from './markers';
import { kept, moveTo, show } from './overlay';
import { placeLast, placePointMarkers, placePriceMarkers } from './placeMarkers';
import type { ChartRun } from './tickWindow';
import type { Parts } from './useParts';

export interface TickOverlays {
  readonly parts: Parts;
  readonly run: ChartRun | undefined;
  readonly priceMarkers: readonly PriceMarker[];
  readonly pointMarkers: readonly PointMarker[];
  figure(text: string): string;
}

export function layOutTicks(
  chart: Chart | undefined,
  newest: DrawnTick | undefined,
  { parts, run, priceMarkers, pointMarkers, figure }: TickOverlays,
): void {
  const [timeAxis] = chart?.xAxis ?? [];
  const [priceAxis] = chart?.yAxis ?? [];
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
