/** Notifies a person about deposits: messages for real money only; for both modes the event that balances changed. */
import type { AccountMode } from '@tessera/shared/contract';
import type { MessageKind } from '../../content/messageKinds';
import type { Messages } from '../../content/messages';
import { publishEvents } from '../../execution/publishEvents';
import type { Tx } from '../../store/database';

export interface TreasureNews {
  readonly userId: number;
  readonly mode: AccountMode;
  /** undefined for the person's own action, which needs no message. */
  readonly kind?: Extract<MessageKind, `treasure_${string}`>;
  readonly params?: Readonly<Record<string, string>>;
}

/** Call it last in the transaction. */
export async function tellTreasure(
  tx: Tx,
  messages: Pick<Messages, 'send'>,
  news: readonly TreasureNews[],
  atMs: number,
): Promise<void> {
  const told = news.flatMap(({ userId, mode, kind, params = {} }) =>
    kind === undefined || mode === 'demo' ? [] : [{ userId, kind, params, nowMs: atMs }],
  );
  if (told.length > 0) await messages.send(tx, told);
  await publishEvents(tx, { events: [], moved: news, atMs });
}
