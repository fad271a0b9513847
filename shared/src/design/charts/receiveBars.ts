/** Takes in what the market tells, and keeps the view where it belongs: on the same bars, or on the newest. */
import type { Candle } from '../../domain/contract';
import { toBar } from './Bar';
import { boundsOf, type CandleScene } from './candleScene';
import { look } from './look';
import { clampView, isFollowing, newestRight, startView } from './view';

export function receiveBars(scene: CandleScene, candles: readonly Candle[], seriesKey: string): void {
  const running = scene.key === seriesKey ? scene.bars.at(-1) : undefined;
  const knownFirst = scene.key === seriesKey ? scene.bars[0]?.startMs : undefined;
  const wasFollowing = scene.view !== undefined && scene.bars.length > 0 && isFollowing(scene.view, boundsOf(scene));
  const remembered =
    scene.key === undefined && scene.settings.memory.key === seriesKey ? { ...scene.settings.memory } : undefined;
  scene.bars = candles.map(toBar);
  scene.areValuesOld = true;
  const index = knownFirst === undefined ? -1 : scene.bars.findIndex((bar) => bar.startMs === knownFirst);
  const last = scene.bars.at(-1);
  if (running !== undefined && last !== undefined && running.startMs > last.startMs) scene.bars.push(running);
  scene.key = seriesKey;
  if (index >= 0 && scene.view !== undefined) {
    scene.first -= index;
    look(
      scene,
      wasFollowing
        ? clampView({ ...scene.view, right: newestRight(boundsOf(scene), scene.view.count) }, boundsOf(scene))
        : clampView(scene.view, boundsOf(scene)),
    );
  } else {
    scene.first = 0;
    const fresh = scene.bars.length === 0 ? undefined : startView(boundsOf(scene), remembered?.count ?? scene.view?.count);
    look(
      scene,
      fresh === undefined ? undefined : clampView({ ...fresh, right: fresh.right - (remembered?.behind ?? 0) }, boundsOf(scene)),
    );
  }
}

/** Answers what there is to draw now: nothing when the candle is an older one. */
export function receiveRunning(scene: CandleScene, candle: Candle): 'patch' | 'full' | undefined {
  const last = scene.bars.at(-1);
  if (last === undefined || scene.view === undefined || candle[0] < last.startMs) return undefined;
  const bar = toBar(candle);
  scene.areValuesOld = true;
  if (bar.startMs === last.startMs) {
    scene.bars[scene.bars.length - 1] = bar.volume === null ? { ...bar, volume: last.volume } : bar;
    return 'patch';
  }
  const wasFollowing = isFollowing(scene.view, boundsOf(scene));
  scene.bars.push(bar);
  if (wasFollowing)
    look(scene, clampView({ ...scene.view, right: newestRight(boundsOf(scene), scene.view.count) }, boundsOf(scene)));
  return 'full';
}
