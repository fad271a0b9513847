/** A witness that countersigns (countersigner/): another Tessera, or anybody who runs `npm run witness`. */
import { signedBytes } from '@tessera/shared/fairness';
import * as z from 'zod';
import { maxRoots, type Countersigned } from './countersigner/Countersigner';
import { isSignedBy } from '../record/isSignedBy';
import { Fork, type RootsToShow, type Witness, type Witnessed } from './Witness';

const answerForm = z.object({
  exchange: z.string(),
  minuteMs: z.int(),
  root: z.string(),
  atMs: z.int(),
  publicKey: z.string(),
  signature: z.string(),
});
const limitMs = 10_000;
/** Of a witness that was away for long, this much is shown in one round. */
const maxShowings = 12;

/** `publicKey`: the witness's, as the operator was given it by somebody he trusts. */
export function askCountersigner(url: string, publicKey: string): Witness {
  const base = url.replace(/\/$/, '');

  async function call(path: string, signal: AbortSignal, body?: unknown): Promise<{ status: number; answer: unknown }> {
    const response = await fetch(`${base}${path}`, {
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    });
    return { status: response.status, answer: await response.json() };
  }

  function judge(answer: unknown, exchange: string): Countersigned {
    const signed = answerForm.parse(answer);
    const said = { exchange, minuteMs: signed.minuteMs, root: signed.root, atMs: signed.atMs };
    if (signed.publicKey !== publicKey || !isSignedBy(publicKey, signedBytes('witness', said), signed.signature))
      throw new Error(`${base} answered with a signature that is not its own`);
    return signed;
  }

  async function lastSigned(exchange: string, signal: AbortSignal): Promise<Countersigned | undefined> {
    const { status, answer } = await call(`/roots/${exchange}`, signal);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`${base} answered ${status}`);
    return judge(answer, exchange);
  }

  return {
    kind: 'countersigner',
    url: base,
    published: { kind: 'countersigner', url: base, publicKey },
    async show(roots: RootsToShow, signal) {
      const { exchange } = roots;
      let signed = await lastSigned(exchange, signal);
      for (let times = 0; times < maxShowings; times++) {
        const fresh = signed === undefined ? [await roots.newest()] : await roots.from(signed.minuteMs, maxRoots);
        const shown = fresh.filter((root) => root !== undefined);
        if (shown.length === 0 || (shown.length === 1 && shown[0]?.root === signed?.root)) break;
        const { status, answer } = await call('/roots', signal, {
          exchange,
          keys: roots.keys.map((body) => JSON.parse(body) as unknown),
          roots: shown,
        });
        if (status === 409) {
          const { reason, message } = answer as { reason?: string; message?: string };
          const text = `${base} refuses our roots (${reason}): ${message}`;
          // We showed all that we have from there on: what it signed is in our log no longer.
          throw reason === 'fork' || reason === 'gap' ? new Fork(text) : new Error(text);
        }
        if (status !== 200) throw new Error(`${base} answered ${status}`);
        signed = judge(answer, exchange);
        const last = shown[shown.length - 1];
        if (signed.minuteMs !== last?.minuteMs || signed.root !== last.root)
          throw new Error(`${base} signed another root than the one it was shown`);
        if (shown.length < maxRoots) break;
      }
      if (signed === undefined) throw new Error('there is no signed root yet');
      return toWitnessed(signed);
    },
  };
}

const toWitnessed = (signed: Countersigned): Witnessed => ({
  minuteMs: signed.minuteMs,
  root: signed.root,
  atMs: signed.atMs,
  statement: JSON.stringify({ publicKey: signed.publicKey, signature: signed.signature }),
});
