/** What an incident gave back less because its holder won others of that time: counted again over the contracts that it meets. */
import { check, type Check } from './Check';
import { compare, exact, minus, plus, sumOf, textOf, zero, type Exact } from './Exact';
import type { Incident, SecondsProof } from './shapes';

export interface SecondsOfAccount {
  readonly order: {
    readonly id: string;
    readonly symbol: string;
    readonly asset: string;
    readonly stake: string;
    readonly fee: string;
    readonly returned: string | null;
    readonly profit: string | null;
    readonly outcome: string | null;
    readonly voidReason: string | null;
    readonly acceptedAtMs: number;
    readonly expiresAtMs: number;
  };
  readonly proofs: readonly unknown[];
}

/** A contract with the incident that voided it. */
interface Met {
  readonly order: Pick<SecondsOfAccount['order'], 'stake' | 'fee' | 'returned' | 'profit' | 'outcome'>;
  readonly incident: Pick<Incident, 'id'> | null;
}
type Timed = Pick<SecondsOfAccount['order'], 'symbol' | 'acceptedAtMs' | 'expiresAtMs'>;

const isMet = ({ symbol, acceptedAtMs, expiresAtMs }: Timed, incident: Incident): boolean =>
  symbol === incident.symbol && acceptedAtMs <= incident.toMs && expiresAtMs >= incident.fromMs;

/** It ran, or was lost, when the incident was published; incidents are numbered in that order. */
const isDue = ({ order: { outcome }, incident }: Met, by: string): boolean =>
  outcome === null || outcome === 'lost' || (incident !== null && Number(incident.id) >= Number(by));

interface Sums {
  readonly back: Exact;
  readonly cost: Exact;
  readonly won: Exact;
}

/** Of contracts of one person and asset that the incident meets: what it gave back, what those cost that are due, what the others won. */
export function setOffSums(contracts: readonly Met[], by: string): Sums {
  const due = contracts.filter((one) => isDue(one, by));
  const won = sumOf(contracts.filter((one) => !isDue(one, by)).map(({ order }) => exact(order.profit ?? '0')));
  return {
    back: sumOf(due.map(({ order, incident }) => exact((incident?.id === by ? order.returned : null) ?? '0'))),
    cost: sumOf(due.map(({ order }) => plus(exact(order.stake), exact(order.fee)))),
    won: compare(won, zero) > 0 ? won : zero,
  };
}
export const isEnough = ({ back, cost, won }: Sums): boolean => compare(back, minus(cost, won)) >= 0;
const textsOf = ({ back, cost, won }: Sums): readonly [string, string] => [textOf(back), `${textOf(cost)} - ${textOf(won)}`];

const isSetOff = ({ stake, fee, returned }: Met['order']): boolean =>
  returned !== null && compare(exact(returned), plus(exact(stake), exact(fee))) < 0;

const incidentOf = ({ proofs: [proof] }: SecondsOfAccount): Incident | null =>
  (proof as { readonly incident?: Incident | null } | undefined)?.incident ?? null;

/**
 * Over a whole account: all that an incident voided brings back, together, at least what they cost less what the others of that time won.
 * undefined: nothing was set off. 'partial': contracts are left out of the file.
 */
export function setOffCheck(one: SecondsOfAccount, all: readonly SecondsOfAccount[], isWhole: boolean): Check | undefined {
  const incident = incidentOf(one);
  if (one.order.voidReason !== 'incident' || incident === null || !isSetOff(one.order)) return undefined;
  const met = all
    .filter(({ order }) => order.asset === one.order.asset && isMet(order, incident))
    .map((each) => ({ order: each.order, incident: incidentOf(each) }));
  const sums = setOffSums(met, incident.id);
  return check('setOff', isEnough(sums) ? 'ok' : isWhole ? 'failed' : 'partial', ...textsOf(sums));
}

/** More winners, and more contracts in all, a proof does not show. */
const mostWon = 20;
const mostMet = 200;

type OwnProof = Omit<SecondsProof, 'setOff'>;
interface Judging {
  readonly verify: (won: OwnProof) => readonly Check[];
  readonly receiptOf: (order: SecondsProof['order']) => Check;
}

/** By one proof: the contracts that it shows beside its own. A winner is proven as the contract itself is; of the others the receipts hold. */
export function setOffInProof({ order, incident, setOff }: SecondsProof, { verify, receiptOf }: Judging): Check {
  if (order.voidReason !== 'incident' || incident === null || !isSetOff(order)) return check('setOff', 'absent');
  const told = order.returned ?? undefined;
  if (setOff === undefined) return check('setOff', order.receipt?.terms['showsSetOff'] === true ? 'failed' : 'partial', told);
  const failed = (id: string, why: string): Check => check('setOff', 'failed', told, `contract ${id}: ${why}`);
  const others = [...setOff.won, ...setOff.others];
  const ids = new Set([order.id]);
  for (const { order: one } of others) {
    if (one.mode !== order.mode || one.asset !== order.asset || !isMet(one, incident)) return failed(one.id, 'not of that time');
    if (ids.has(one.id)) return failed(one.id, 'shown twice');
    ids.add(one.id);
  }
  const sums = setOffSums([{ order, incident }, ...others], incident.id);
  const isCut = others.length >= mostMet;
  if (!isEnough(sums) && !isCut) return check('setOff', 'failed', ...textsOf(sums));
  const states: Check['state'][] = isCut ? ['partial'] : [];
  for (const one of setOff.won) {
    const checks = verify(one);
    const wrong = checks.find(({ state }) => state === 'failed');
    if (isDue(one, incident.id) || wrong !== undefined) return failed(one.order.id, wrong?.name ?? 'not won');
    states.push(...checks.filter(({ name }) => sealed.has(name)).map(({ state }) => state));
  }
  for (const one of setOff.others) {
    const isUnproven = !isDue(one, incident.id) && compare(exact(one.order.profit ?? '0'), zero) > 0;
    if (isUnproven && setOff.won.length < mostWon) return failed(one.order.id, 'not proven');
    const receipt = receiptOf(one.order);
    if (receipt.state === 'failed') return failed(one.order.id, receipt.name);
    states.push(isUnproven ? 'partial' : receipt.state);
  }
  const state = (['pending', 'partial'] as const).find((one) => states.includes(one)) ?? 'ok';
  return check('setOff', state, ...textsOf(sums));
}

/** What a winner's result hangs on. */
const sealed: ReadonlySet<string> = new Set(['run', 'anchorRoots', 'rootSigned', 'anchored', 'receipt']);
