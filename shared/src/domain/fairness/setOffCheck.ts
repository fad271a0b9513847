/**
 * The check `setOff` of a contract that an incident voided and that brought less than stake and fee: the proof shows what that was set
 * off against, and it is not more than it may be. Winners are proven like the contract itself; of the others the receipts show what they cost.
 */
import type { OwnSecondsProof, SecondsOrder, SecondsProof } from '../contract/seconds';
import { add, amount, compare, toText, zero } from '../money';
import { receiptedSeconds } from './acceptedTerms';
import { isProven, isSealed, none, type Digest, type ProofCheck } from './logChecks';
import { receiptCheck, type ReceiptCheckDeps } from './receiptCheck';
import { isDue, setOffSum, type MetContract } from './setOffSum';

/** More winners, and more contracts in all, a proof does not show. */
export const mostWonShown = 20;
export const mostMetShown = 200;

interface Deps {
  readonly digest: Digest;
  readonly receipts: ReceiptCheckDeps | undefined;
  readonly verify: (won: OwnSecondsProof) => Promise<readonly ProofCheck[]>;
}
type State = ProofCheck['state'];

export async function setOffCheck(proof: SecondsProof, deps: Deps): Promise<ProofCheck<'setOff'>> {
  const { order, incident, setOff } = proof;
  const answer = (state: State, stated: string = none, computed: string = none): ProofCheck<'setOff'> => ({
    name: 'setOff',
    state,
    stated,
    computed,
  });
  if (order.voidReason !== 'incident' || incident === null || order.returned === null) return answer('absent');
  if (compare(amount(order.returned), add(amount(order.stake), amount(order.fee))) >= 0) return answer('absent');
  if (setOff === undefined) return answer(order.receipt?.terms['showsSetOff'] === true ? 'failed' : 'partial', order.returned);
  const others: readonly (MetContract & { readonly order: SecondsOrder })[] = [...setOff.won, ...setOff.others];
  const stray = strayOf(
    order,
    others.map((one) => one.order),
    incident,
  );
  if (stray !== undefined) return answer('failed', `#${stray.id}`);
  const { back, cost, won, isEnough } = setOffSum([{ order, incident }, ...others], incident.id);
  const told = [toText(back), `${toText(cost)} - ${toText(won)}`] as const;
  const isCut = others.length >= mostMetShown;
  if (!isEnough && !isCut) return answer('failed', ...told);
  const states: State[] = isCut ? ['partial'] : [];
  for (const one of setOff.won) {
    const checks = isDue(one, incident.id) ? [] : await deps.verify(one);
    if (checks.length === 0 || !isProven(checks)) return answer('failed', `#${one.order.id}`, failedOf(checks));
    states.push(isSealed(checks) ? 'ok' : 'pending');
  }
  for (const one of setOff.others) {
    // A winner is proven, as long as there is room.
    const isUnproven = !isDue(one, incident.id) && compare(amount(one.order.profit ?? '0'), zero) > 0;
    const { state } = isUnproven && setOff.won.length < mostWonShown ? answer('failed') : await receiptOf(one.order, deps);
    if (state === 'failed') return answer('failed', `#${one.order.id}`);
    states.push(isUnproven ? 'partial' : state);
  }
  return answer((['pending', 'partial'] as const).find((state) => states.includes(state)) ?? 'ok', ...told);
}

/** A contract that the incident does not meet, of another account or asset, or one that is shown twice. */
const strayOf = (
  { id, mode, asset }: SecondsOrder,
  others: readonly SecondsOrder[],
  { symbol, fromMs, toMs }: NonNullable<SecondsProof['incident']>,
): SecondsOrder | undefined =>
  others.find(
    (one, at) =>
      one.mode !== mode ||
      one.asset !== asset ||
      one.symbol !== symbol ||
      one.acceptedAtMs > toMs ||
      one.expiresAtMs < fromMs ||
      one.id === id ||
      others.findIndex((other) => other.id === one.id) !== at,
  );

const failedOf = (checks: readonly ProofCheck[]): string =>
  checks
    .filter(({ state }) => state === 'failed')
    .map(({ name }) => name)
    .join(' ');

const receiptOf = (order: SecondsOrder, { digest, receipts }: Deps): Promise<ProofCheck<'receipt'>> =>
  receiptCheck(
    { receipt: order.receipt, known: receiptedSeconds(order), decidingSeq: order.entry?.seq, ticks: [] },
    digest,
    receipts,
  );
