/** Notifies a person about a loan: messages for real money only; for both modes the event with the new balances. */
import type { MessageKind } from '../../content/messageKinds';
import type { Messages } from '../../content/messages';
import { publishEvents } from '../../execution/publishEvents';
import type { Tx } from '../../store/database';
import type { LoanRow } from './loanRow';

export interface ToldLoan {
  readonly kind: MessageKind;
  readonly params: Readonly<Record<string, string>>;
}

/** Call it last in the transaction. */
export async function tellLoan(
  tx: Tx,
  messages: Pick<Messages, 'send'>,
  { userId, mode }: Pick<LoanRow, 'userId' | 'mode'>,
  { told, atMs }: { readonly told: readonly ToldLoan[]; readonly atMs: number },
): Promise<void> {
  if (mode === 'real' && told.length > 0)
    await messages.send(
      tx,
      told.map((one) => ({ ...one, userId, nowMs: atMs })),
    );
  await publishEvents(tx, { events: [], moved: [{ userId, mode }], atMs });
}
