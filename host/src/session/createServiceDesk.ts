/**
 * Customer service (specification, section 1): the list is fetched on launch; opening it needs login, then the first
 * contact opens: a page of this app in it, anything else in a new window that cannot reach back into this one. While an answer
 * is unread, the conversation in which it stands opens.
 */
import type { EndpointResponse } from '@tessera/shared/contract';
import {
  contactAddress,
  type ApiClient,
  type Dialogs,
  type LiveValue,
  type Navigation,
  type Session,
} from '@tessera/shared/federation';

type Contacts = EndpointResponse<'serviceContacts'>['contacts'];

export interface ServiceDeskDeps {
  readonly api: ApiClient;
  readonly session: Pick<Session, 'state'>;
  readonly dialogs: Pick<Dialogs, 'toast'>;
  readonly navigation: Pick<Navigation, 'navigate'>;
  /** Answers in the conversation that the person has not seen. */
  readonly unread: LiveValue<number>;
  readonly openWindow: (url: string) => void;
  /** Contacts may be given relative to the app. */
  readonly base: string;
  readonly texts: { readonly none: () => string; readonly loginFirst: () => string };
}

export interface ServiceDesk {
  fetchContacts(): void;
  open(): void;
}

const conversationPath = '/pages/kefu/index';

export function createServiceDesk(deps: ServiceDeskDeps): ServiceDesk {
  const { api, session, dialogs, navigation, unread, openWindow, base, texts } = deps;
  let contacts: Contacts = [];

  async function fetchContacts(): Promise<void> {
    try {
      contacts = (await api.call('serviceContacts', {}, { toastErrors: false })).contacts;
    } catch {
      // Asked again when somebody opens the desk.
    }
  }

  function openFirst(): boolean {
    const address = contacts.map(({ url }) => contactAddress(url, base)).find((one) => one !== undefined);
    if (address?.kind === 'page') navigation.navigate(address.path, address.query);
    else if (address !== undefined) openWindow(address.href);
    return address !== undefined;
  }

  return {
    fetchContacts: () => void fetchContacts(),
    open() {
      if (!session.state.value.isSignedIn) return dialogs.toast(texts.loginFirst());
      if (unread.value > 0) return navigation.navigate(conversationPath);
      if (openFirst()) return;
      dialogs.toast(texts.none());
      void fetchContacts();
    },
  };
}
