/** What the worker answers to each message; undefined where it has nothing to say. */
import {
  checkBeacon,
  createRedraw,
  someTicked,
  pausesOfDay,
  readPauses,
  sha256,
  type BeaconVerdict,
  type PausesOfDay,
  type Redraw,
  type VerifyRound,
} from '@tessera/shared/fairness';
import type { FromRedraw, ToRedraw } from './RedrawMessage';

export function createRedrawing(verify: VerifyRound): (message: ToRedraw) => FromRedraw | undefined {
  let redraw: Redraw | undefined;
  let beacon: BeaconVerdict | undefined;
  let pauses: PausesOfDay | undefined;
  return (message) => {
    if (message.type === 'day') {
      const { day, symbol, record } = message;
      redraw = createRedraw(day, symbol, sha256, readPauses(record, symbol), someTicked(day, symbol, record));
      pauses = pausesOfDay(day.day, symbol, record);
      beacon = redraw && checkBeacon(day, record, verify);
    }
    if (redraw === undefined) return { type: 'refused' };
    if (message.type === 'ticks') return { type: 'share', share: redraw.take(message.ticks) };
    return message.type === 'end'
      ? { type: 'done', result: { ...redraw.finish(), beacon, ...(pauses && { pauses }) } }
      : undefined;
  };
}
