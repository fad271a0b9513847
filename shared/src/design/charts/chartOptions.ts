/**
 * Highcharts' options, lean: no navigator, selector, scrollbar, legend, tooltip, animation or grouping; no pointer of its
 * own (gestures.ts). Colours are the design language's variables, so a change of theme or of the up/down colours needs no
 * redraw. Labels come from the given formatters only, because nothing here knows a language.
 */
import type { AxisLabelsFormatterContextObject, Options, SeriesOptionsType, XAxisOptions, YAxisOptions } from 'highcharts';
import type { ChartPlan, PlannedLine, PlannedPane } from './chartPlan';

export interface AxisTexts {
  /** The x values that carry a label now. */
  timeTicks(): number[];
  timeLabel(x: number): string;
  priceLabel(price: number): string;
}
export interface CandleAxisTexts extends AxisTexts {
  paneTicks(pane: PlannedPane): number[];
  paneLabel(pane: PlannedPane, value: number): string;
}

/** Width of one digit of an axis label, and the space around the label. */
const digitWidth = 6.6;
const labelSpace = 12;
const timeAxisHeight = 22;

/** The gutter has a fixed width, because one that breathes with its labels would shift the bars. */
export const gutterWidth = (widestLabel: string): number => Math.ceil(widestLabel.length * digitWidth + labelSpace);

const labelStyle = {
  color: 'var(--color-ink-faint)',
  fontSize: 'min(0.6875rem, 3.2vw, 11.5px)',
  fontWeight: '400',
  textOutline: 'none',
};

const legendRowHeight = 15;

function frame(marginRight: number, onRedraw: () => void, legendRows = 0): Options {
  return {
    accessibility: { enabled: false },
    credits: { enabled: false },
    legend: { enabled: false },
    title: { text: '' },
    palette: { injectCSS: false },
    chart: {
      animation: false,
      backgroundColor: 'transparent',
      borderWidth: 0,
      marginTop: 8 + legendRows * legendRowHeight,
      marginLeft: 0,
      marginRight,
      marginBottom: timeAxisHeight,
      spacing: [0, 0, 0, 0],
      style: { fontFamily: 'inherit', touchAction: 'pan-y' },
      events: { redraw: onRedraw, load: onRedraw },
    },
    plotOptions: {
      series: {
        animation: false,
        enableMouseTracking: false,
        states: { hover: { enabled: false }, inactive: { enabled: false } },
        dataLabels: { enabled: false },
      },
    },
  } as Options;
}

const timeAxis = ({ timeTicks, timeLabel }: AxisTexts): XAxisOptions => ({
  type: 'linear',
  minPadding: 0,
  maxPadding: 0,
  startOnTick: false,
  endOnTick: false,
  lineWidth: 0,
  tickLength: 0,
  gridLineWidth: 1,
  gridLineColor: 'var(--color-line)',
  tickPositioner: timeTicks,
  labels: {
    y: 16,
    rotation: 0,
    overflow: 'allow',
    style: { ...labelStyle, whiteSpace: 'nowrap', textOverflow: 'none' },
    formatter: ({ value }: AxisLabelsFormatterContextObject) => timeLabel(Number(value)),
  },
});

const priceAxis = ({ priceLabel }: AxisTexts, marginRight: number): YAxisOptions => ({
  opposite: true,
  title: { text: '' },
  startOnTick: false,
  endOnTick: false,
  showLastLabel: true,
  gridLineWidth: 1,
  gridLineColor: 'var(--color-line)',
  tickPixelInterval: 56,
  labels: {
    align: 'right',
    x: marginRight - labelSpace / 2,
    y: 4,
    style: labelStyle,
    formatter: ({ value }: AxisLabelsFormatterContextObject) => priceLabel(Number(value)),
  },
});

const areaFill = {
  linearGradient: { x1: 0, y1: 0, x2: 0, y2: 1 },
  stops: [
    [0, 'color-mix(in srgb, var(--color-accent) 26%, transparent)'],
    [1, 'color-mix(in srgb, var(--color-accent) 0%, transparent)'],
  ] as [number, string][],
};

const line = {
  type: 'area',
  color: 'var(--color-accent)',
  lineWidth: 1.5,
  fillColor: areaFill,
  threshold: null,
  marker: { enabled: false },
} as const;

const lineColor = ({ tone }: PlannedLine): string => `var(--color-series-${tone})`;

const seriesOf = (planned: PlannedLine): SeriesOptionsType =>
  (planned.shape === 'columns'
    ? {
        type: 'column',
        yAxis: planned.axis,
        pointRange: 1,
        grouping: false,
        borderWidth: 0,
        opacity: planned.kind === 'vol' ? 0.55 : 0.75,
        data: [],
        zIndex: -1,
      }
    : {
        type: 'line',
        yAxis: planned.axis,
        color: lineColor(planned),
        lineWidth: 1.1,
        ...(planned.isDashed === true ? { dashStyle: 'ShortDash' } : {}),
        marker: { enabled: false },
        data: [],
      }) as SeriesOptionsType;

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

function paneAxis(pane: PlannedPane, texts: CandleAxisTexts, gutter: number): YAxisOptions {
  return {
    ...priceAxis(texts, gutter),
    top: percent(pane.top),
    height: percent(pane.height),
    offset: 0,
    tickPositioner: () => texts.paneTicks(pane),
    labels: {
      align: 'right',
      x: gutter - labelSpace / 2,
      y: 4,
      style: labelStyle,
      formatter: ({ value }: AxisLabelsFormatterContextObject) => texts.paneLabel(pane, Number(value)),
    },
  };
}

export interface CandleChartSettings {
  readonly gutter: number;
  readonly plan: ChartPlan;
  readonly onRedraw: () => void;
}

export function candleChartOptions(texts: CandleAxisTexts, { gutter, plan, onRedraw }: CandleChartSettings): Options {
  const bars: SeriesOptionsType[] = [
    {
      type: 'candlestick',
      color: 'var(--color-down)',
      lineColor: 'var(--color-down)',
      upColor: 'var(--color-up)',
      upLineColor: 'var(--color-up)',
      lineWidth: 1,
      pointRange: 1,
      grouping: false,
      minPointLength: 1,
      data: [],
    } as SeriesOptionsType,
    { ...line, visible: false, data: [] },
  ];
  const ownShare = plan.panes[0]?.top ?? 1;
  return {
    ...frame(gutter, onRedraw, plan.overlays.length),
    xAxis: timeAxis(texts),
    yAxis: [
      { ...priceAxis(texts, gutter), height: percent(ownShare) },
      ...plan.panes.map((pane) => paneAxis(pane, texts, gutter)),
    ],
    series: [...bars, ...plan.lines.map(seriesOf)],
  };
}

/** The last seconds, tick by tick. The horizontal axis is time itself. */
export function tickChartOptions(
  texts: AxisTexts,
  settings: { readonly gutter: number; readonly onRedraw: () => void },
): Options {
  return {
    ...frame(settings.gutter, settings.onRedraw),
    xAxis: timeAxis(texts),
    yAxis: [priceAxis(texts, settings.gutter)],
    series: [{ ...line, data: [] }],
  };
}

/** A value by day. Points are shown as such, so that one between two gaps is seen. */
export function valueChartOptions(
  texts: AxisTexts,
  { gutter, points }: { readonly gutter: number; readonly points: readonly (readonly [number, number | null])[] },
): Options {
  const data = points.map(([x, y]): [number, number | null] => [x, y]);
  return {
    ...frame(gutter, () => undefined),
    xAxis: { ...timeAxis(texts), min: data.at(0)?.[0], max: data.at(-1)?.[0] } as XAxisOptions,
    yAxis: [{ ...priceAxis(texts, gutter), tickPixelInterval: 40, minPadding: 0.1, maxPadding: 0.1 }],
    series: [{ ...line, connectNulls: false, marker: { enabled: true, radius: 2, symbol: 'circle' }, data }],
  };
}
