/** Gives Highcharts everything in sight, and the ranges around it. */
import type { Bar } from './Bar';
import { bodyWidth } from './candlePath';
import { boundsOf, type CandleScene } from './candleScene';
import { columnColor } from './columnColor';
import { paneRange } from './indicators/indicatorValues';
import { makeMarks } from './makeMarks';
import { priceExtremes } from './priceExtremes';
import { leftOf, shownBars, wantsOlder, type View } from './view';

function drawBars({ chart, kind }: CandleScene, inSight: readonly Bar[], from: number) {
  const [candles, line] = chart.series;
  if (kind === 'candles')
    candles?.setData(
      inSight.map((bar, index) => [from + index, bar.open, bar.high, bar.low, bar.close]),
      false,
      false,
      true,
    );
  else
    line?.setData(
      inSight.map((bar, index) => [from + index, bar.close]),
      false,
      false,
      true,
    );
}

function drawLines({ chart, settings: { plan }, values, first, body }: CandleScene, inSight: readonly Bar[], from: number) {
  for (const planned of plan.lines) {
    const series = chart.series[planned.series];
    const known = inSight.flatMap((bar, index) => {
      const value = values.at(planned, from + index - first);
      return value === null ? [] : [{ x: from + index, y: value, bar }];
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
}

function fitPanes({ chart, settings: { plan }, values, first, paneRanges }: CandleScene, from: number, to: number) {
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
}

export function drawAll(scene: CandleScene, shown: View): void {
  const { chart, settings, values } = scene;
  const { plan } = settings;
  const { from, to } = shownBars(shown, boundsOf(scene));
  const inSight = scene.bars.slice(from - scene.first, to - scene.first + 1);
  const overlays = values.span(
    plan.lines.filter(({ axis }) => axis === 0),
    from - scene.first,
    to - scene.first,
  );
  scene.range = priceExtremes(inSight, { alsoShow: [...scene.marked, ...(overlays ?? [])], smallest: settings.smallestStep });
  makeMarks(scene, shown);
  scene.body = bodyWidth(chart.plotWidth / shown.count);
  drawBars(scene, inSight, from);
  drawLines(scene, inSight, from);
  chart.xAxis[0]?.setExtremes(leftOf(shown), shown.right, false, false);
  if (scene.range !== undefined) chart.yAxis[0]?.setExtremes(scene.range.min, scene.range.max, false, false);
  fitPanes(scene, from, to);
  chart.redraw(false);
  if (wantsOlder(shown, boundsOf(scene)) && scene.askedOlderFor !== scene.bars[0]?.startMs) {
    scene.askedOlderFor = scene.bars[0]?.startMs;
    settings.onNeedOlder();
  }
}
