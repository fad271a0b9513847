/**
 * Keeps the pointer up to date. It is read when asked for, on return to the page, once a minute, and when the socket
 * announces a serial that is not known yet. A cache on the way may answer with less than was announced: then the pointer is
 * looked at again after growing waits, and after the last of them the minute's look must do.
 */
import type { ReleasePointer } from '@tessera/shared/federation';
import type { PointerProblem, PointerSource } from './pointerSource';
import type { RemoteClock } from './RemoteClock';

const pollMs = 60_000;
const staleAnswerWaitsMs = [1000, 3000, 8000] as const;

export interface PointerWatchDeps {
  readonly pointers: PointerSource;
  readonly clock: RemoteClock;
  isPageHidden(): boolean;
  /** Another pointer than the one in force was accepted; it is in force when the answer resolves. */
  onAccepted(pointer: ReleasePointer): Promise<void>;
  /** There is none: neither from the network nor kept. */
  onMissing(): void;
}

export interface PointerWatch {
  /** Reads it again; callers at the same time share one request. Answers why there is none at all, if so. */
  read(): Promise<PointerProblem | undefined>;
  /** The server says where the pointer stands. */
  announced(serial: number): void;
  /** Looks once a minute until the returned function is called. */
  start(): () => void;
}

export function watchPointer(parts: PointerWatchDeps): PointerWatch {
  let serial: number | undefined;
  let announcedSerial = 0;
  let reading: Promise<PointerProblem | undefined> | undefined;
  let callOffLook: () => void = () => undefined;

  async function readNow(): Promise<PointerProblem | undefined> {
    const result = await parts.pointers.load();
    // What comes later than the one in force could wait is taken up itself: asking again would be late again.
    void parts.pointers.late?.then(take);
    return take(result);
  }

  async function take(result: Awaited<ReturnType<PointerSource['load']>>): Promise<PointerProblem | undefined> {
    if (!result.ok) {
      if (serial !== undefined) return undefined;
      parts.onMissing();
      return result.problem;
    }
    if (result.value.serial !== serial) {
      await parts.onAccepted(result.value);
      serial = result.value.serial;
    }
    return undefined;
  }

  function read(): Promise<PointerProblem | undefined> {
    reading ??= readNow().finally(() => (reading = undefined));
    return reading;
  }

  const isBehind = (): boolean => (serial ?? 0) < announcedSerial;

  async function lookUntilAnnounced(looks: number): Promise<void> {
    await read();
    const waitMs = staleAnswerWaitsMs[looks];
    if (isBehind() && waitMs !== undefined) callOffLook = parts.clock.after(waitMs, () => void lookUntilAnnounced(looks + 1));
  }

  return {
    read,
    announced(next) {
      announcedSerial = next;
      callOffLook();
      if (isBehind()) void lookUntilAnnounced(0);
    },
    start() {
      let callOffPoll: () => void = () => undefined;
      const poll = (): void => {
        callOffPoll = parts.clock.after(pollMs, () => {
          if (!parts.isPageHidden()) void read();
          poll();
        });
      };
      poll();
      return () => {
        callOffPoll();
        callOffLook();
      };
    },
  };
}
