/**
 * The remotes and the socket tell each other about releases: the socket announces a new pointer, the remotes say what runs
 * and what became of it. So they are made together.
 */
import type { EndpointResponse } from '@tessera/shared/contract';
import { contractVersion, type ApiClient, type Preferences } from '@tessera/shared/federation';
import { createRealtime, type PageSignals, type Realtime } from '@tessera/shared/realtime';
import type { ServerClock } from '@tessera/shared/time';
import { storeUnder, type LocalStore } from '../browser/localStore';
import { createBrowserRemotes } from '../remotes/createBrowserRemotes';
import { releaseEventOf } from '../remotes/RemoteEvent';
import type { Remotes } from '../remotes/Remotes';
import type { HostReports } from '../reports/createReports';
import type { HostSession } from '../session/createSession';
import type { SessionStore } from '../session/SessionStore';
import { installId } from './installId';
import { keptPreviewTicket } from './keptPreviewTicket';
import { reportRemoteEvent } from './reportRemoteEvent';

interface RemotesAndRealtimeDeps {
  readonly page: Window;
  /** Which host this is. */
  readonly release: string;
  readonly store: LocalStore;
  readonly sessionStore: SessionStore;
  readonly session: Pick<HostSession, 'perhapsEnded'>;
  readonly preferences: Preferences;
  readonly clock: ServerClock;
  readonly monotonic: () => number;
  readonly signals: PageSignals;
  readonly reports: HostReports;
  readonly api: ApiClient;
}

export interface RemotesAndRealtime {
  readonly remotes: Remotes;
  readonly realtime: Realtime;
}

export function createRemotesAndRealtime(parts: RemotesAndRealtimeDeps): RemotesAndRealtime {
  const { page, release, store, sessionStore, session, preferences, clock, monotonic, signals, reports, api } = parts;
  const ours = storeUnder(store, 'tessera');
  const remotes = createBrowserRemotes({
    storage: ours,
    startedFor: sessionStore.state.value.userId ?? installId(ours, () => page.crypto.randomUUID()),
    previewTicket: keptPreviewTicket(page),
    language: () => preferences.language.value,
    now: clock.now,
    isClockSet: () => clock.errorMs() !== undefined,
    report(event) {
      reportRemoteEvent(reports, event);
      const told = releaseEventOf(event);
      if (told !== undefined) realtime.releases.happened(told);
    },
    onPointerRefused: (problem) => reports.report(new Error(`release pointer refused: ${problem}`), { where: 'loader' }),
  });
  const realtime = createRealtime({
    url: page.location.origin,
    token: sessionStore.token,
    language: () => preferences.language.value,
    session: sessionStore.state,
    clock,
    monotonic,
    page: signals,
    eventsSince: (after): Promise<EndpointResponse<'eventsSince'>> => api.call('eventsSince', { after }, { toastErrors: false }),
    onSessionEnded: () => void session.perhapsEnded(),
    onReleaseChanged: remotes.pointerAnnounced,
    onFault: (error) => reports.report(error, { where: 'realtime' }),
  });
  remotes.running.subscribe((running) =>
    realtime.releases.running({ host: { version: release, contract: contractVersion }, ...running }),
  );
  return { remotes, realtime };
}
