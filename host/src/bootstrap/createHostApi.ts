/** The page's one way to ask the server, for the person who is signed in now and in the language of now. */
import type { BehaviorSubject } from '@tessera/shared/kernel';
import type { ApiClient, Dialogs, Preferences } from '@tessera/shared/federation';
import { createApiClient, createHttpPort } from '@tessera/shared/http';
import { withFirstAnswers } from '../browser/firstAnswers';
import type { HostReports } from '../reports/createReports';
import type { SessionStore } from '../session/SessionStore';

interface HostApiDeps {
  readonly page: Window;
  readonly preferences: Preferences;
  readonly sessionStore: SessionStore;
  readonly dialogs: Dialogs;
  readonly reports: HostReports;
  readonly pending: BehaviorSubject<number>;
  readonly onSessionEnded: () => void;
}

export function createHostApi(parts: HostApiDeps): ApiClient {
  const { page, preferences, sessionStore, dialogs, reports, pending, onSessionEnded } = parts;
  return createApiClient({
    baseUrl: '/api/',
    language: () => preferences.language.value,
    token: sessionStore.token,
    generation: () => sessionStore.state.value.generation,
    onSessionEnded,
    onError(error) {
      dialogs.toastError(error);
      if (error.code === 'ANSWER_UNREADABLE') reports.report(error, { where: 'http' });
    },
    onPending: (count) => pending.next(count),
    http: withFirstAnswers(createHttpPort(), page.tesseraFirstAnswers ?? []),
  });
}
