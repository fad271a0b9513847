import { payeeLimits } from '@tessera/shared/contract';
import type { Messages } from '../content/messages';
import type { Texts } from '../content/texts';
import { tellEverywhere } from '../identity/tellEverywhere';
import type { User } from '../identity/users';
import type { Tx } from '../store/database';

const hourMs = 3_600_000;

interface Told {
  readonly kind: 'payee_added' | 'payee_removed';
  readonly masked: string;
  readonly nowMs: number;
}

/** Within the transaction of the change, with the person held. */
export type TellPayee = (tx: Tx, user: User, told: Told) => Promise<void>;

export const tellPayeeBy =
  (parts: { readonly messages: Pick<Messages, 'send'>; readonly texts: Texts }): TellPayee =>
  (tx, user, { kind, masked, nowMs }) => {
    const hours = kind === 'payee_added' ? { hours: String(payeeLimits.waitMs / hourMs) } : {};
    return tellEverywhere(parts, tx, { user, kind, params: { payee: masked, ...hours }, nowMs });
  };
