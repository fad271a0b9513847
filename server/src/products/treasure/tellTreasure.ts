/** What a person is told of his deposits: messages of the real account, and in both that balances changed. */
import type { AccountMode } from '@tessera/shared/contract';
import type { MessageKind } from '../../content/messageKinds';
import type { Messages } from '../../content/messages';
import { publishEvents } from '../../execution/publishEvents';
import type { Tx } from '../../store/database';

export interface TreasureNews {
  readonly userId: number;
  readonly mode: AccountMode;
  /** undefined: what he did himself and sees happen. */
  readonly kind?: Extract<MessageKind, `treasure_${string}`>;
  readonly params?: Readonly<Record<string, string>>;
}

/** The transaction's last act. */
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
