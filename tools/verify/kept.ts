/** What somebody kept, beside a proof: roots, hashes of ticks and receipts contradict it by what they say, whatever they are called. */
import { canonicalText } from './canonicalText';
import { check, type Check } from './Check';
import type { Known } from './Known';
import type { Receipt, Root, Tick } from './shapes';
import { isSignedByExchange, keysOf, signedText, type Key } from './signatures';

/** The order of a proof with what it shows of it; requests are owed that came before the tick `beforeSeq`. */
export interface ShownOrder {
  readonly product: string;
  readonly order: { readonly id: string; readonly receipt?: Receipt; readonly requests?: readonly Receipt[] };
  readonly beforeSeq: number;
}

type Pair = readonly [told: string, isSame: boolean];

/** A device keeps the first 16 digits of a head's hash; a receipt names the whole of one. */
export function keptCheck(
  shown: { readonly ticks: readonly Tick[]; readonly anchors: readonly Root[] },
  order: ShownOrder | undefined,
  { entries, roots, heads, receipts }: Known,
): Check {
  const byMinute = new Map(shown.anchors.map((anchor) => [anchor.minuteMs, anchor]));
  const keys = keysOf(entries);
  const byName = new Map(shown.ticks.map(({ symbol, seq, hash }) => [`${symbol}#${seq}`, hash]));
  const signedHeads = receipts.map(({ body: { symbol, headSeq: seq, headHash: hash } }) => ({ symbol, seq, hash }));
  const pairs: readonly Pair[] = [
    ...roots.flatMap((kept): Pair[] => {
      const other = byMinute.get(kept.minuteMs);
      return other === undefined ? [] : [[`minute ${kept.minuteMs} ${kept.root}`, !contradicts(kept, other, keys)]];
    }),
    ...[...heads, ...signedHeads].flatMap(({ symbol, seq, hash }): Pair[] => {
      const other = byName.get(`${symbol}#${seq}`);
      return other === undefined ? [] : [[`${symbol}#${seq} ${hash}`, isHead(hash) && other.startsWith(hash)]];
    }),
    ...(order === undefined ? [] : [...receiptPairs(order, receipts), ...requestPairs(order, receipts)]),
  ];
  if (pairs.length === 0) return check('kept', 'absent');
  const other = pairs.find(([, isSame]) => !isSame);
  return check('kept', other === undefined ? 'ok' : 'failed', other?.[0], `${pairs.length} compared`);
}

type KeptRoot = Known['roots'][number];

/** Another root of the minute, by the exchange's own signature: what nobody signed, or somebody else, contradicts nobody. */
export function contradicts(kept: KeptRoot, shown: KeptRoot, keys: readonly Key[]): boolean {
  const { minuteMs, root, signed } = kept;
  if (root === shown.root) return false;
  if (signed == null) return shown.signed == null;
  return isSignedByExchange(keys, { ...signed, atMs: minuteMs }, signedText('root', { minuteMs, root })) !== false;
}

const isHead = (hash: string): boolean => /^[0-9a-f]{16,64}$/.test(hash);
const textOf = ({ body: { product, order, request, key } }: Receipt): string => `${product} ${order} ${request} ${key}`;
const signedOf = ({ body, terms, signature }: Receipt): string => canonicalText({ body, terms, signature });

/** An order is accepted once: one number, one name. Of what is asked of it later, each name is one. */
const isOne = (a: Receipt['body'], b: Receipt['body']): boolean =>
  a.product === b.product &&
  a.request === b.request &&
  (a.request === 'order' ? a.order === b.order || a.key === b.key : a.order === b.order && a.key === b.key);

const receiptPairs = ({ order: { receipt, requests = [] } }: ShownOrder, kept: readonly Receipt[]): Pair[] =>
  [...(receipt === undefined ? [] : [receipt]), ...requests].flatMap((shown) =>
    kept
      .filter(({ body }) => isOne(body, shown.body))
      .map((one): Pair => [`receipt ${textOf(one)}`, signedOf(one) === signedOf(shown)]),
  );

/** Every close that was kept is shown, and of stops and cancels the newest, or a newer one. */
function requestPairs({ product, order: { id, requests = [] }, beforeSeq }: ShownOrder, kept: readonly Receipt[]): Pair[] {
  const isOwn = ({ body }: Receipt): boolean =>
    body.product === product && body.order === id && body.request !== 'order' && body.headSeq < beforeSeq;
  const isNewer = (one: Receipt, than: Receipt): boolean =>
    one.body.request === than.body.request &&
    (one.body.headSeq - than.body.headSeq || one.body.acceptedAtMs - than.body.acceptedAtMs) > 0;
  const own = kept.filter(isOwn);
  return own
    .filter((one) => one.body.request === 'close' || !own.some((other) => isNewer(other, one)))
    .map((one): Pair => {
      const isShown = requests.some(({ body }) => isOne(body, one.body));
      const isPassed = one.body.request !== 'close' && requests.some((other) => isOwn(other) && isNewer(other, one));
      return [`receipt ${textOf(one)} is not shown`, isShown || isPassed];
    });
}
