/** Keeps the server's time while somebody looks, and learns on the way whether the installation is for practice. */
import { timer, type BehaviorSubject } from '@tessera/shared/kernel';
import type { ApiClient, LiveValue } from '@tessera/shared/federation';
import { sampleServerClock } from '@tessera/shared/http';
import type { ServerClock } from '@tessera/shared/time';

/** The clock is sampled again this often; the socket's liveness check adds samples of its own. */
const clockSampleMs = 60_000;

interface ServerClockDeps {
  readonly api: ApiClient;
  readonly clock: ServerClock;
  readonly monotonic: () => number;
  readonly isVisible: LiveValue<boolean>;
  readonly isPractice: BehaviorSubject<boolean>;
}

export function followServerClock({ api, clock, monotonic, isVisible, isPractice }: ServerClockDeps): void {
  timer(0, clockSampleMs).subscribe(() => {
    if (!isVisible.value) return;
    void sampleServerClock(api, clock, monotonic).then((answer) => {
      if (answer !== undefined) isPractice.next(answer.exchange === 'practice');
    });
  });
}
