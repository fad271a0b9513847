import type { Log } from '../platform/log';

/** Work that is tried again every second says once that it fails and once that it works again, not every second. */
export interface Outage {
  failed(error: unknown): void;
  ended(): void;
}

export function createOutage(log: Log, work: string): Outage {
  let isOut = false;
  return {
    failed(error) {
      if (!isOut) log.warn({ err: error }, `${work}: failing`);
      isOut = true;
    },
    ended() {
      if (isOut) log.info(`${work}: works again`);
      isOut = false;
    },
  };
}
