/** The device's own evidence, joined with the page's services. */
import type { BehaviorSubject } from '@tessera/shared/kernel';
import type { ApiClient, Evidence, RunningOrder } from '@tessera/shared/federation';
import type { PageSignals } from '@tessera/shared/realtime';
import type { ServerClock } from '@tessera/shared/time';
import { whenIdle } from '../browser/whenIdle';
import { publishedTicks } from '../evidence/redraw/publishedTicks';
import { redrawInWorker } from '../evidence/redraw/redrawInWorker';
import { startEvidence } from '../evidence/startEvidence';
import type { HostReports } from '../reports/createReports';
import type { SessionStore } from '../session/SessionStore';
import type { createRemotesAndRealtime } from './createRemotesAndRealtime';

interface StartEvidenceDeps {
  readonly page: Window;
  readonly api: ApiClient;
  readonly sessionStore: SessionStore;
  readonly clock: ServerClock;
  readonly signals: PageSignals;
  readonly realtime: ReturnType<typeof createRemotesAndRealtime>['realtime'];
  readonly runningOrders: BehaviorSubject<readonly RunningOrder[]>;
  readonly reports: HostReports;
}

export const startEvidenceOf = (deps: StartEvidenceDeps): Evidence => {
  const { page, api, sessionStore, clock, signals, realtime, runningOrders, reports } = deps;
  return startEvidence({
    api,
    session: sessionStore.state,
    now: clock.now,
    isClockSet: () => clock.errorMs() !== undefined,
    random: Math.random,
    exchange: page.location.origin,
    isVisible: signals.isVisible,
    roots$: realtime.roots$,
    heads$: realtime.heads$,
    runningOrders,
    report: (error) => reports.report(error, { where: 'evidence' }),
    redraw: (recordOf) => redrawInWorker(publishedTicks(api), recordOf),
    whenIdle: (action) => whenIdle(page, action),
  });
};
