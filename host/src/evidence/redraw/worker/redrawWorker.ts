/** Draws a day again beside the page. It is ended by ending it: a worker that computes hears nothing. */
import { createRedrawing } from './createRedrawing';
import { isDrandSignature } from './isDrandSignature';
import type { ToRedraw } from './RedrawMessage';

declare const self: DedicatedWorkerGlobalScope;

const answerTo = createRedrawing(isDrandSignature);

self.addEventListener('message', ({ data }: MessageEvent<ToRedraw>) => {
  const answer = answerTo(data);
  if (answer !== undefined) self.postMessage(answer);
});
