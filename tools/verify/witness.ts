/** What witnesses outside signed: statements beside a proof, and those that the proof itself names, over a root after its own. */
import { bodyOf } from './bodyOf';
import { ascii, sha256 } from './bytes';
import { check, compared, none, type Check } from './Check';
import { nothingKnown, type Known } from './Known';
import { rootHash } from './log';
import type { Entry, ProvenWitnesses, Root, Witnessed } from './shapes';
import { isSigned, keysOf, signedText } from './signatures';

interface Countersignature {
  readonly publicKey: string;
  readonly signature: string;
}

/** A witness signs every few minutes: of the hours after a proof something is there a day later, or it is withheld. */
export const witnessedWithinMs = 8 * 3_600_000;
const owedAfterMs = 86_400_000;

/** The addresses of those whom the exchange said at an instant that it asks. */
function namedAt(entries: readonly Entry[], atMs: number): readonly string[] {
  const said = entries.findLast((entry) => entry.kind === 'witness' && entry.atMs <= atMs);
  const { witnesses } = said === undefined ? {} : bodyOf<{ readonly witnesses: readonly { readonly url: string }[] }>(said);
  return Array.isArray(witnesses) ? (witnesses as readonly { readonly url: string }[]).map(({ url }) => url) : [];
}

/** `url publicKey` of every countersigner that the record ever named. */
const publishedKeys = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries
      .filter(({ kind }) => kind === 'witness')
      .flatMap((entry) => {
        const { witnesses } = bodyOf<{ readonly witnesses: readonly { readonly url: string; readonly publicKey?: string }[] }>(
          entry,
        );
        return Array.isArray(witnesses) ? (witnesses as readonly { readonly url: string; readonly publicKey?: string }[]) : [];
      })
      .flatMap(({ url, publicKey }) => (publicKey === undefined ? [] : [`${url} ${publicKey}`])),
  );

/** Signed under a key that was never published for this witness, though the record names keys of witnesses. */
const isStray = ({ kind, witness, statement }: Witnessed, published: ReadonlySet<string>): boolean =>
  kind === 'countersigner' &&
  published.size > 0 &&
  !published.has(`${witness} ${bodyOf<Countersignature>({ body: statement }).publicKey ?? ''}`);

/** The record names witnesses, the exchange was asked, and a day later nobody has signed a root of the hours after the proof. */
function withheldBy({ minuteMs }: Root, { entries, isAsked, witnessed, nowMs = 0 }: Known): string | undefined {
  const named = namedAt(entries, minuteMs);
  const isDue = isAsked && named.length > 0 && nowMs > minuteMs + owedAfterMs;
  const isSignedSince = witnessed.some((one) => one.minuteMs >= minuteMs && one.minuteMs <= minuteMs + witnessedWithinMs);
  return isDue && !isSignedSince ? named.join(' ') : undefined;
}

/**
 * What was signed is the root of that minute, and what the proof names follows from the proof's last root. Without the witness's own
 * key a signature is not believed.
 */
export function witnessedCheck(anchors: readonly Root[], named: ProvenWitnesses | undefined, known: Known): Check {
  const last = anchors.at(-1);
  const [own, roots] = [named?.statements ?? [], named?.roots ?? []];
  const computed = new Map(anchors.map(({ minuteMs, root }) => [minuteMs, root]));
  let before = last;
  for (const root of roots) {
    // A root that does not follow is no root of this log: what was signed of it is another one.
    if (before === undefined || root.minuteMs <= before.minuteMs) break;
    before = { ...root, previousRoot: before.root, root: rootHash({ ...root, previousRoot: before.root }) };
    computed.set(root.minuteMs, before.root);
  }
  const about = [...known.witnessed.filter(({ minuteMs }) => computed.has(minuteMs)), ...own];
  if (about.length === 0) {
    const withheld = last && withheldBy(last, known);
    if (withheld !== undefined) return check('witnessed', 'failed', withheld, none);
    return check('witnessed', named === undefined ? 'absent' : 'pending');
  }
  const other = about.find(({ minuteMs, root }) => computed.get(minuteMs) !== root);
  if (other !== undefined)
    return check('witnessed', 'failed', `${other.witness} ${other.minuteMs} ${other.root}`, computed.get(other.minuteMs));
  const exchange = keysOf(known.entries)[0]?.publicKey;
  const published = publishedKeys(known.entries);
  const states = about.map((one) => (isStray(one, published) ? ('failed' as const) : stateOf(one, exchange, known.witnessKeys)));
  const state = states.includes('failed') ? 'failed' : states.includes('ok') ? 'ok' : 'partial';
  return check('witnessed', state, about.map(({ witness }) => witness).join(' '), `${about.length} of these roots`);
}

/** Of a time stamp only that it is over this root: its signature is left to openssl (docs/fairness.md). */
export function stateOf(
  { kind, minuteMs, root, atMs, statement }: Witnessed,
  exchange: string | undefined,
  witnessKeys: readonly string[],
): Check['state'] {
  if (kind === 'timestamp') return isStampOver(statement, signedText('root', { minuteMs, root })) ? 'partial' : 'failed';
  if (kind !== 'countersigner' || exchange === undefined) return 'partial';
  const { publicKey = '', signature = '' } = bodyOf<Countersignature>({ body: statement });
  if (!isSigned(publicKey, signedText('witness', { exchange, minuteMs, root, atMs }), signature)) return 'failed';
  return witnessKeys.length === 0 ? 'partial' : witnessKeys.includes(publicKey) ? 'ok' : 'failed';
}

/** In the token stands the message imprint as an octet string of 32 bytes, behind the name of SHA-256. */
export function isStampOver(token: string, text: string): boolean {
  const hash = Buffer.from(sha256(ascii(text)), 'hex');
  const imprint = ['608648016503040201', '608648016503040201' + '0500'].map((name) =>
    Buffer.concat([Buffer.from(`300${name.length === 18 ? 'b' : 'd'}0609${name}0420`, 'hex'), hash]),
  );
  const bytes = Buffer.from(token, 'base64');
  return imprint.some((form) => bytes.includes(form));
}

export interface WitnessVectors {
  readonly exchange: string;
  readonly publicKey: string;
  readonly text: string;
  readonly imprint: string;
  readonly anchors: readonly Root[];
  readonly witnessed: ProvenWitnesses;
}

/** The published vectors: the statements of a proof, each over a root that follows from the proof's last one. */
export function witnessChecks({ exchange, publicKey, text, imprint, anchors, witnessed }: WitnessVectors): Check[] {
  const keyId = sha256(Buffer.from(exchange, 'hex')).slice(0, 16);
  const key = { algorithm: 'Ed25519', keyId, publicKey: exchange, previous: null, handover: null };
  const entries = [{ seq: 1, atMs: 0, kind: 'key', body: JSON.stringify(key), hash: '' }];
  return witnessed.statements.flatMap((one) => {
    const { kind, minuteMs, root, atMs } = one;
    const known = { ...nothingKnown, entries, witnessKeys: [publicKey] };
    const { state } = witnessedCheck(anchors, { ...witnessed, statements: [one] }, known);
    return kind === 'timestamp'
      ? [
          compared('time stamp', 'partial', state),
          compared('imprint', imprint, sha256(ascii(signedText('root', { minuteMs, root })))),
        ]
      : [
          compared('countersignature', 'ok', state),
          compared('text of a countersignature', text, signedText('witness', { exchange, minuteMs, root, atMs })),
        ];
  });
}
