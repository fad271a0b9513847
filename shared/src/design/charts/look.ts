import { boundsOf, type CandleScene } from './candleScene';
import { newestRight, type View } from './view';

/** Turns to a view, and remembers it for the chart that comes after this one. */
export function look(scene: CandleScene, next: View | undefined): void {
  const { memory } = scene.settings;
  scene.view = next;
  memory.key = scene.key;
  if (next !== undefined) {
    memory.count = next.count;
    memory.behind = newestRight(boundsOf(scene), next.count) - next.right;
  }
}
