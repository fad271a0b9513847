/**
 * The check `free` of a stop-out: the free balance that the account was judged by is what the person's statement says before the
 * stop-out's own records. Nobody signs that balance, but every record of the statement follows from the one before it.
 */
import type { LeverageProof } from '../contract/leverage';
import type { WalletRecord } from '../contract/wallet';
import { absent, none, type ProofCheck } from '../fairness/logChecks';
import { add, amount, compare, isZero, price, rate, subtract, toText, zero, type Amount } from '../money';
import { spreadOf } from './account';
import { notionalOf, profitOf, tradeFeeOf } from './position';
import { sharesOfStopOut, type ClosingMoney } from './settlement';
import { closingPrice } from './sides';

type AccountOfProof = NonNullable<LeverageProof['account']>;
type PositionOfAccount = AccountOfProof['positions'][number];
/** What is looked at of a deal's proof. */
interface ProvenAccount {
  readonly deal: Pick<LeverageProof['deal'], 'reason'>;
  readonly account: AccountOfProof | null;
  readonly assetScale: number;
}
type Row = Pick<WalletRecord, 'version' | 'amount' | 'balanceAfter' | 'ref'>;

/** What a position that ends with others releases, gains and owes, before anything is shared out. */
export function closingMoneyOf(one: PositionOfAccount, scale: number): ClosingMoney {
  const size = { lots: amount(one.lots), contractSize: amount(one.contractSize) };
  const valuation = { divisor: price(one.divisor), scale };
  const at = closingPrice(one.direction, price(one.tick.price), spreadOf(one));
  return {
    released: amount(one.margin),
    profit: profitOf(one.direction, size, price(one.openPrice), at, valuation),
    fee: tradeFeeOf(notionalOf(size, at, valuation), rate(one.feeRate), scale),
  };
}

/** What all of them together bring the contract account, or take from it. */
function creditOf({ positions, free }: AccountOfProof, scale: number): Amount {
  const closings = positions.map((one) => closingMoneyOf(one, scale));
  const shares = sharesOfStopOut(closings, amount(free));
  return closings.reduce((sum, { released, profit }, index) => {
    const { fee, insured } = shares[index] ?? { fee: zero, insured: zero };
    return add(sum, subtract(add(add(released, profit), insured), fee));
  }, zero);
}

/** The numbers of the records that `freeCheck` looks at: the one before the stop-out, and as many as it may have made. */
export function recordsOfStopOut({
  account,
}: Pick<ProvenAccount, 'account'>): { readonly fromVersion: number; readonly toVersion: number } | undefined {
  const version = account?.before?.version;
  return account === null || version === undefined
    ? undefined
    : { fromVersion: version, toVersion: version + account.positions.length };
}

/** `rows`: the records of the contract account of these numbers, as the statement shows them; undefined: nobody answered. */
export function freeCheck({ deal, account, assetScale }: ProvenAccount, rows: readonly Row[] | undefined): ProofCheck<'free'> {
  if (deal.reason !== 'stop_out' || account === null) return absent('free');
  const { before, free } = account;
  const answer = (state: ProofCheck['state'], computed: string): ProofCheck<'free'> => ({
    name: 'free',
    state,
    stated: `${free} #${before?.version ?? none}`,
    computed,
  });
  if (before === undefined || compare(amount(before.balance), amount(free)) !== 0)
    return answer('failed', before?.balance ?? none);
  if (rows === undefined) return answer('pending', none);
  const numbered = new Map(rows.map((row) => [row.version, row]));
  const held = before.version === 0 ? '0' : numbered.get(before.version)?.balanceAfter;
  if (held === undefined || compare(amount(held), amount(free)) !== 0) return answer('failed', held ?? none);
  let [balance, version] = [amount(free), before.version];
  for (const ended = new Set(account.positions.map(({ orderId }) => orderId)); ;) {
    const row = numbered.get(version + 1);
    if (row === undefined || !ended.has(row.ref)) break;
    balance = add(balance, amount(row.amount));
    version += 1;
    if (compare(balance, amount(row.balanceAfter)) !== 0) return answer('failed', `${row.balanceAfter} #${version}`);
  }
  const credit = creditOf(account, assetScale);
  if (compare(balance, add(amount(free), credit)) !== 0) return answer('failed', `${toText(balance)} #${version}`);
  // What moves nothing has no record: then the balance is one that the account had, at some time.
  return answer(isZero(credit) && version === before.version ? 'partial' : 'ok', `${toText(balance)} #${version}`);
}
