/**
 * Customer service (specification, section 1): the list is fetched on launch; opening it needs login, then the first
 * contact opens in a new window that cannot reach back into this one.
 */
import type { EndpointResponse } from '@tessera/shared/contract';
import type { ApiClient, Dialogs, Session } from '@tessera/shared/federation';

type Contacts = EndpointResponse<'serviceContacts'>['contacts'];

export interface ServiceDeskDeps {
  readonly api: ApiClient;
  readonly session: Pick<Session, 'state'>;
  readonly dialogs: Pick<Dialogs, 'toast'>;
  readonly openWindow: (url: string) => void;
  /** Contacts may be given relative to the app. */
  readonly base: string;
  readonly texts: { readonly none: () => string; readonly loginFirst: () => string };
}

export interface ServiceDesk {
  fetchContacts(): void;
  open(): void;
}

const allowedProtocols: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:']);

export function createServiceDesk({ api, session, dialogs, openWindow, base, texts }: ServiceDeskDeps): ServiceDesk {
  let contacts: Contacts = [];

  async function fetchContacts(): Promise<void> {
    try {
      contacts = (await api.call('serviceContacts', {}, { toastErrors: false })).contacts;
    } catch {
      // Asked again when somebody opens the desk.
    }
  }

  function openFirst(): boolean {
    const url = contacts.map((contact) => safeAddress(contact.url, base)).find((address) => address !== undefined);
    if (url !== undefined) openWindow(url);
    return url !== undefined;
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

/** A link from the server is data: it must not be able to run anything here. */
function safeAddress(url: string, base: string): string | undefined {
  try {
    const address = new URL(url, base);
    return allowedProtocols.has(address.protocol) ? address.href : undefined;
  } catch {
    return undefined;
  }
}
