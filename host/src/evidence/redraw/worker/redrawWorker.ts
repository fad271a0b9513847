/** Draws a day again beside the page. It is ended by ending it: a worker that computes hears nothing. */
import { createRedraw, sha256, type Redraw } from '@tessera/shared/fairness';
import type { FromRedraw, ToRedraw } from './RedrawMessage';

declare const self: DedicatedWorkerGlobalScope;

const answer = (message: FromRedraw): void => self.postMessage(message);
let redraw: Redraw | undefined;

self.addEventListener('message', ({ data }: MessageEvent<ToRedraw>) => {
  if (data.type === 'day') redraw = createRedraw(data.day, data.symbol, sha256);
  if (redraw === undefined) answer({ type: 'refused' });
  else if (data.type === 'ticks') answer({ type: 'share', share: redraw.take(data.ticks) });
  else if (data.type === 'end') answer({ type: 'done', result: redraw.finish() });
});
