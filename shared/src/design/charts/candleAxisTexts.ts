/** What Highcharts asks for at the axes of candles, answered by the drawing and the texts of the moment. */
import type { CandleDrawing } from './candleDrawing';
import type { CandlePlotParts } from './CandlePlotParts';
import type { CandleAxisTexts } from './chartOptions';

export const candleAxisTexts = (
  drawing: () => CandleDrawing | undefined,
  given: () => Pick<CandlePlotParts, 'times' | 'texts'>,
): CandleAxisTexts => ({
  timeTicks: () => drawing()?.timeTicks() ?? [],
  timeLabel: (index) => {
    const mark = drawing()?.markAt(index);
    const bar = drawing()?.bar(index);
    return mark === undefined || bar === undefined ? '' : given().times.axis(bar.startMs, mark.kind);
  },
  priceLabel: (value) => given().texts.drawnPrice(value),
  paneTicks: (pane) => drawing()?.paneTicks(pane) ?? [],
  paneLabel: (pane, value) => (pane.kind === 'vol' ? given().texts.lineValue(pane, value) : String(value)),
});
