/**
 * Customer service (specification, section 1): the list is fetched on launch; opening it needs login, then the first
 * contact opens: a page of this app in it, anything else in a new window that cannot reach back into this one.
 */
import type { EndpointResponse } from '@tessera/shared/contract';
import { contactAddress, type ApiClient, type Dialogs, type Navigation, type Session } from '@tessera/shared/federation';

type Contacts = EndpointResponse<'serviceContacts'>['contacts'];

export interface ServiceDeskDeps {
  readonly api: ApiClient;
  readonly session: Pick<Session, 'state'>;
  readonly dialogs: Pick<Dialogs, 'toast'>;
  readonly navigation: Pick<Navigation, 'navigate'>;
  readonly openWindow: (url: string) => void;
  /** Contacts may be given relative to the app. */
  readonly base: string;
  readonly texts: { readonly none: () => string; readonly loginFirst: () => string };
}

export interface ServiceDesk {
  fetchContacts(): void;
  open(): void;
}

export function createServiceDesk({ api, session, dialogs, navigation, openWindow, base, texts }: ServiceDeskDeps): ServiceDesk {
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
      if (openFirst()) return;
      dialogs.toast(texts.none());
      void fetchContacts();
    },
  };
}
