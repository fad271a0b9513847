/**
 * What a person must not miss: a message in the app, and a notice to every way by which he could be reached before the change.
 * A text message costs money and mail that comes by the hundred is not read, so of one kind only so many leave the app in a
 * day, no matter who causes them: also the owner of an account that bears somebody else's number.
 */
import { oweNotices } from './owedNotices';
import type { MessageKind } from '../content/messageKinds';
import type { Messages } from '../content/messages';
import type { Texts } from '../content/texts';
import type { Tx } from '../store/database';
import type { User } from './users';

const noticesADay = 5;
const dayMs = 86_400_000;

interface Telling {
  /** The person's row as it was. */
  readonly user: User;
  readonly kind: MessageKind;
  readonly params?: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

/** Within the transaction of what it tells, with the person held: notices of one person are counted one by one. */
export async function tellEverywhere(
  { messages, texts }: { readonly messages: Pick<Messages, 'send'>; readonly texts: Texts },
  tx: Tx,
  { user, kind, params = {}, nowMs }: Telling,
): Promise<void> {
  const { told } = await tx
    .selectFrom('userMessage')
    .select((eb) => eb.fn.countAll<number>().as('told'))
    .where('userId', '=', user.id)
    .where('kind', '=', kind)
    .where('atMs', '>', nowMs - dayMs)
    .executeTakeFirstOrThrow();
  await messages.send(tx, { userId: user.id, kind, params, nowMs });
  if (told >= noticesADay) return;
  const say = (part: 'title' | 'body') => texts.say(user.language, `messages.${kind}.${part}`, params);
  await oweNotices(tx, user, { title: say('title'), body: say('body') }, nowMs);
}
