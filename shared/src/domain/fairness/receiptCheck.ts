/** The check `receipt` of every proof: the signed acceptance is the one that the proof tells, and what decided came after it. */
import type { Tick } from '../contract/market';
import type { Receipt } from '../contract/receipt';
import { none, type Digest, type ProofCheck } from './logChecks';
import { receiptFault, type KnowsSignature, type Receipted } from './receipt';

export interface ReceiptCheckDeps {
  readonly knowsSignature: KnowsSignature;
  /** Since when every acceptance has a receipt: the publication of the first key. undefined: not known here. */
  readonly sinceMs?: number | undefined;
  /** Whose proof it is, where that is known and receipts show their salts. */
  readonly userId?: string | undefined;
}

interface ToCheck {
  readonly receipt: Receipt | undefined;
  readonly known: Receipted;
  /** The head at acceptance as the proof names it, where it does. */
  readonly headSeq?: number | undefined;
  /** The tick that began it: an entry, an opening, a fill. */
  readonly decidingSeq: number | undefined;
  readonly ticks: readonly Tick[];
}

/** Without `deps` nobody can tell whose the signature is: everything else is checked, and the answer is 'partial'. */
export async function receiptCheck(
  { receipt, known, headSeq, decidingSeq, ticks }: ToCheck,
  digest: Digest,
  deps?: ReceiptCheckDeps,
): Promise<ProofCheck<'receipt'>> {
  const told = `${known.product} ${known.order} ${known.acceptedAtMs}`;
  if (receipt === undefined) {
    const isOwed = deps?.sinceMs !== undefined && known.acceptedAtMs >= deps.sinceMs;
    return { name: 'receipt', state: isOwed ? 'failed' : 'absent', stated: isOwed ? told : none, computed: none };
  }
  const { body } = receipt;
  const signed = `${body.product} ${body.order} ${body.acceptedAtMs} #${body.headSeq} ${body.keyId}`;
  const fault = await receiptFault(receipt, { userId: deps?.userId, ...known }, digest, deps?.knowsSignature ?? nobodyKnows);
  const head = ticks.find(({ seq }) => seq === body.headSeq);
  const isHeadAnother =
    (headSeq !== undefined && headSeq !== body.headSeq) || (head !== undefined && head.hash !== body.headHash);
  const isBeforeHead = decidingSeq !== undefined && decidingSeq <= body.headSeq;
  const failed = fault !== undefined && fault !== 'key' ? fault : isHeadAnother ? 'head' : isBeforeHead ? 'entry' : undefined;
  return {
    name: 'receipt',
    state: failed !== undefined ? 'failed' : fault === 'key' ? 'partial' : 'ok',
    stated: told,
    computed: failed === undefined ? signed : `${failed}: ${signed}`,
  };
}

const nobodyKnows: KnowsSignature = () => Promise.resolve(undefined);
