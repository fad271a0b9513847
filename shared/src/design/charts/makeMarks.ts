/** The labels below the bars: made again only when the bars or the room for a label changed. */
import type { CandleScene } from './candleScene';
import { timeMarks } from './timeMarks';
import { leftOf, type View } from './view';

const labelDistancePx = 62;

export function makeMarks(scene: CandleScene, shown: View): void {
  const distance = Math.max(1, Math.ceil(labelDistancePx / Math.max(1, scene.chart.plotWidth / shown.count)));
  const madeFor = `${scene.key}/${scene.bars[0]?.startMs}/${scene.bars.length}/${distance}`;
  if (madeFor === scene.marksMadeFor) return;
  scene.marksMadeFor = madeFor;
  scene.marks = timeMarks(
    scene.bars.map((bar) => bar.startMs),
    distance,
    scene.settings.zone,
  );
}

/** The bars in sight that have a label. */
export function markedInSight(scene: CandleScene): number[] {
  if (scene.view === undefined) return [];
  // A label needs half its width of room on both sides.
  const margin = (labelDistancePx / 2 / Math.max(1, scene.chart.plotWidth)) * scene.view.count;
  const [from, to] = [leftOf(scene.view) + margin, scene.view.right - margin / 2];
  return scene.marks.map((mark) => mark.index + scene.first).filter((index) => index >= from && index <= to);
}
