/** A person's whole account as the app saves it: what the statement says, what the orders say, and what their proofs say are one. */
import { canonicalText } from './canonicalText';
import { check, compared, none, type Check } from './Check';
import { compare, exact, minus, plus, sumOf, textOf, zero, type Exact } from './Exact';
import type { Known } from './Known';
import { setOffCheck, type SecondsOfAccount } from './setOff';
import type { Deal, DealProof, LoanProof, Receipt, Terms } from './shapes';
import { freeCheck, togetherCheck } from './stopOut';

/** One row of the statement. */
interface Row {
  readonly id: string;
  readonly version: number;
  readonly account: string;
  readonly asset: string;
  readonly kind: string;
  readonly amount: string;
  readonly balanceAfter: string;
  readonly ref: string;
}

type Product = 'seconds' | 'spot' | 'leverage' | 'flash' | 'loan';

interface WithReceipt {
  readonly id: string;
  readonly receipt?: Receipt;
}
interface Held extends WithReceipt {
  readonly status: string;
}
type SecondsHeld = Held & SecondsOfAccount['order'];
interface SpotHeld extends Held {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly frozen: string;
  readonly feeAsset: string;
  readonly fills: readonly { readonly id: string; readonly quantity: string; readonly total: string; readonly fee: string }[];
}
interface LeverageHeld extends Held {
  readonly marginMode: string;
  readonly openPrice: string | null;
  readonly margin: string;
  readonly swap: string;
}

/** A loan: what is owed, what lies locked, and what was decided about it. */
interface LoanHeld extends Held {
  readonly asset: string;
  readonly principal: string;
  readonly repaid: string;
  readonly startsAtMs: number | null;
  readonly collateral: readonly { readonly kind: 'coin' | 'treasure'; readonly asset: string; readonly amount: string }[];
  /** The newest ten. */
  readonly decisions: readonly LoanProof['decision'][];
}
const mostDecisions = 10;

type FlashHeld = WithReceipt & Readonly<Record<'from' | 'to' | 'given' | 'received', string>>;

/** An order as it stood when the statement ended, and the proof of everything that was decided about it. */
type OrderOfAccount = { readonly proofs: readonly unknown[] } & (
  | { readonly product: 'seconds'; readonly order: SecondsHeld }
  | { readonly product: 'spot'; readonly order: SpotHeld }
  | { readonly product: 'flash'; readonly order: FlashHeld }
  | { readonly product: 'loan'; readonly order: LoanHeld }
  | { readonly product: 'leverage'; readonly order: LeverageHeld; readonly deals: readonly Deal[] }
);

export interface AccountFile {
  readonly format: 'tessera-account-1';
  readonly mode: string;
  /** What the accounts held when the statement ended. */
  readonly balances: readonly { readonly account: string; readonly asset: string; readonly balance: string }[];
  readonly statement: readonly Row[];
  readonly orders: readonly OrderOfAccount[];
  /** What is not in the file. */
  readonly left: {
    /** Older rows than those of the statement. */
    readonly isStatementCut: boolean;
    readonly orders: readonly { readonly product: Product; readonly id: string; readonly why: string }[];
  };
}

interface OfOrder {
  readonly of: string;
  readonly checks: readonly Check[];
}

const productOf: Readonly<Record<string, Product>> = {
  seconds_open: 'seconds',
  seconds_settle: 'seconds',
  adjustment: 'seconds',
  spot: 'spot',
  leverage: 'leverage',
  flash: 'flash',
  loan: 'loan',
};
const nameOf = (product: string, id: string): string => `${product} ${id}`;

export function checkAccount(file: AccountFile, known: Known): OfOrder[] {
  const rowsOf = new Map<string, Row[]>();
  for (const row of file.statement) {
    const product = productOf[row.kind];
    if (product === undefined) continue;
    const name = nameOf(product, row.ref);
    rowsOf.set(name, [...(rowsOf.get(name) ?? []), row]);
  }
  return [
    {
      of: `account (${file.mode})`,
      checks: [statementCheck(file), balancesCheck(file), ordersCheck(file, rowsOf), keptCheck(file, known)],
    },
    ...file.orders.map((one) => ({
      of: `${one.product} order ${one.order.id}`,
      checks: [
        proofsCheck(one),
        moneyCheck(one, rowsOf.get(nameOf(one.product, one.order.id)) ?? [], file),
        receiptCheck(one, known),
        ...setOffOf(one, file),
        ...stopOutOf(one, file),
      ],
    })),
  ];
}

function setOffOf(one: OrderOfAccount, { orders, left }: AccountFile): readonly Check[] {
  if (one.product !== 'seconds') return [];
  const isWhole = left.orders.every(({ product }) => product !== 'seconds');
  const seconds = orders.flatMap((each) => (each.product === 'seconds' ? [each] : []));
  return [setOffCheck(one, seconds, isWhole) ?? []].flat();
}

/** A position ends by one stop-out at most, in its last deal. */
function stopOutOf(one: OrderOfAccount, { orders, left, statement }: AccountFile): readonly Check[] {
  if (one.product !== 'leverage') return [];
  const proof = (one.proofs as readonly DealProof[]).find(({ deal }) => deal.reason === 'stop_out');
  if (proof === undefined) return [];
  const beside = {
    rows: statement.filter(({ account, asset }) => account === 'contract' && asset === 'USDT'),
    positions: orders.flatMap((each) => (each.product === 'leverage' ? [each] : [])),
    isStatementCut: left.isStatementCut,
    left: new Set(left.orders.filter(({ product }) => product === 'leverage').map(({ id }) => id)),
  };
  return [freeCheck(proof, beside), togetherCheck(proof, beside)];
}

/** The rows of each account and asset by number, the oldest first. */
function accountsOf({ statement }: AccountFile): Map<string, readonly Row[]> {
  const accounts = new Map<string, Row[]>();
  for (const row of statement) {
    const name = `${row.account} ${row.asset}`;
    const rows = accounts.get(name);
    if (rows === undefined) accounts.set(name, [row]);
    else rows.push(row);
  }
  for (const rows of accounts.values()) rows.sort((a, b) => a.version - b.version);
  return accounts;
}

/** Of each account the numbers ascend by one from 1, and every balance is the one before and the amount. */
function statementCheck(file: AccountFile): Check {
  const { isStatementCut } = file.left;
  for (const [account, rows] of accountsOf(file))
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1];
      const dueVersion = before === undefined ? (isStatementCut ? row.version : 1) : before.version + 1;
      const told = `${account} #${row.version} ${row.balanceAfter}`;
      if (row.version !== dueVersion) return check('statement', 'failed', told, `#${dueVersion}`);
      // Where older rows are left out, what the oldest one began with is not known.
      if (before === undefined && row.version !== 1) continue;
      const due = plus(before === undefined ? zero : exact(before.balanceAfter), exact(row.amount));
      if (compare(exact(row.balanceAfter), due) !== 0)
        return check('statement', 'failed', told, `${account} #${row.version} ${textOf(due)}`);
    }
  return check('statement', isStatementCut ? 'partial' : 'ok', none, `${file.statement.length} rows`);
}

/** The newest row of each account leaves what the account holds; an account without rows holds nothing. */
function balancesCheck(file: AccountFile): Check {
  const accounts = accountsOf(file);
  if (file.balances.length === 0) return check('balances', 'partial', none, `${accounts.size} accounts`);
  const balances = new Map(file.balances.map(({ account, asset, balance }) => [`${account} ${asset}`, balance]));
  for (const name of new Set([...accounts.keys(), ...balances.keys()])) {
    const told = balances.get(name);
    const left = accounts.get(name)?.at(-1)?.balanceAfter;
    if (left === undefined && file.left.isStatementCut) continue;
    if (compare(exact(told ?? '0'), exact(left ?? '0')) !== 0)
      return check('balances', 'failed', `${name} ${told ?? none}`, `${name} ${left ?? none}`);
  }
  return check('balances', 'ok', none, `${balances.size} accounts`);
}

/** Every order that the statement names is here, once, or named as left out. */
function ordersCheck({ statement, orders, left }: AccountFile, rowsOf: ReadonlyMap<string, readonly Row[]>): Check {
  const names = orders.map(({ product, order }) => nameOf(product, order.id));
  const here = new Set(names);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return check('orders', 'failed', twice, 'twice');
  const out = new Set(left.orders.map(({ product, id }) => nameOf(product, id)));
  const missing = [...rowsOf.keys()].find((name) => !here.has(name) && !out.has(name));
  if (missing !== undefined) return check('orders', 'failed', `${missing} in the statement`, 'no such order in the file');
  return check(
    'orders',
    out.size === 0 ? 'ok' : 'partial',
    `${statement.length} rows`,
    `${here.size} here, ${out.size} left out`,
  );
}

const modeOf = ({ terms }: { readonly terms: Terms }): unknown => terms['mode'];

/** Every order whose receipt was kept, of this account, is here or named as left out. */
function keptCheck({ mode, orders, left }: AccountFile, { receipts }: Known): Check {
  const own = receipts.filter((receipt) => modeOf(receipt) === mode);
  if (own.length === 0) return check('keptReceipts', 'absent');
  const named = new Set([
    ...orders.map(({ product, order }) => nameOf(product, order.id)),
    ...left.orders.map(({ product, id }) => nameOf(product, id)),
  ]);
  const missing = own.find(({ body }) => !named.has(nameOf(body.product, body.order)));
  return missing === undefined
    ? check('keptReceipts', 'ok', none, `${own.length} kept`)
    : check('keptReceipts', 'failed', `kept: ${nameOf(missing.body.product, missing.body.order)}`, 'no such order in the file');
}

interface AnyProof {
  readonly order: { readonly id: string };
  readonly fillId?: string;
  readonly deal?: Deal;
}

/** One proof of a seconds order and of an exchange, of each fill, of each deal; each of what the order shows. */
function proofsCheck(one: OrderOfAccount): Check {
  if (one.product === 'loan') return decisionsCheck(one);
  const proofs = one.proofs as readonly AnyProof[];
  const parts = proofs.map(({ order, fillId, deal }) => `${order.id} ${fillId ?? deal?.id ?? ''}`);
  const due =
    one.product === 'seconds' || one.product === 'flash'
      ? ['']
      : one.product === 'spot'
        ? one.order.fills.map(({ id }) => id)
        : one.deals.map(({ id }) => id);
  const sorted = (texts: readonly string[]): string => [...texts].sort().join(', ') || none;
  const counted = compared('proofs', sorted(due.map((id) => `${one.order.id} ${id}`)), sorted(parts));
  if (counted.state === 'failed') return counted;
  const other = proofs.find((proof) => moneyText(shownBy(one, proof)) !== moneyText(one));
  return other === undefined
    ? check('proofs', 'ok', none, `${proofs.length} proofs`)
    : check('proofs', 'failed', moneyText(one), moneyText(shownBy(one, other)));
}

/** One of each call and liquidation of a loan, and each shows what the loan shows of it. */
function decisionsCheck({ order, proofs }: OrderOfAccount & { readonly product: 'loan' }): Check {
  const text = (loan: string, decisions: readonly LoanProof['decision'][]): string =>
    decisions
      .toSorted((first, second) => Number(first.id) - Number(second.id))
      .map((one) => `${loan} ${canonicalText(one as never)}`)
      .join(', ') || none;
  const shown = proofs as readonly LoanProof[];
  const other = shown.find(({ loanId }) => loanId !== order.id);
  return compared(
    'proofs',
    text(order.id, order.decisions),
    text(
      other?.loanId ?? order.id,
      shown.map(({ decision }) => decision),
    ),
  );
}

/** The same order as a proof shows it. A deal's proof shows the deals up to its own, and the order as it is now. */
function shownBy(one: OrderOfAccount, proof: AnyProof): OrderOfAccount {
  const { order } = proof as unknown as { readonly order: never };
  if (one.product !== 'leverage') return { product: one.product, order, proofs: [] };
  const { deal, earlier = [] } = proof as unknown as { readonly deal: Deal; readonly earlier?: readonly Deal[] };
  const shown = new Map([...earlier, deal].map((each) => [each.id, each]));
  return { product: 'leverage', order, deals: one.deals.map((each) => shown.get(each.id) ?? each), proofs: [] };
}

const moneyText = (one: OrderOfAccount): string =>
  [...(dueOf(one) ?? new Map<string, Exact>())].map(([account, amount]) => `${account} ${textOf(amount)}`).join(', ');

/** What the order took from the accounts and brought to them, by account. undefined: it does not say what it holds. */
function dueOf(one: OrderOfAccount): Map<string, Exact> | undefined {
  if (one.product === 'seconds') {
    const { asset, stake, fee, returned } = one.order;
    return new Map([[`coin ${asset}`, minus(exact(returned ?? '0'), plus(exact(stake), exact(fee)))]]);
  }
  if (one.product === 'spot') {
    const { symbol, side, fills, frozen, feeAsset } = one.order;
    const base = symbol.slice(0, symbol.lastIndexOf('-'));
    const [quantity, total, fee] = (['quantity', 'total', 'fee'] as const).map((name) =>
      sumOf(fills.map((fill) => exact(fill[name]))),
    ) as [Exact, Exact, Exact];
    const isBuying = side === 'buy';
    return new Map([
      [`coin ${base}`, isBuying ? quantity : minus(zero, plus(quantity, exact(frozen)))],
      [`coin ${feeAsset}`, isBuying ? minus(zero, plus(plus(total, fee), exact(frozen))) : minus(total, fee)],
    ]);
  }
  if (one.product === 'flash') {
    const { from, to, given, received } = one.order;
    return new Map([
      [`coin ${from}`, minus(zero, exact(given))],
      [`coin ${to}`, exact(received)],
    ]);
  }
  if (one.product === 'loan') return dueOfLoan(one.order);
  const { order, deals } = one;
  const heldForFee = order.status === 'pending' ? order.receipt?.terms['feeHold'] : '0';
  if (typeof heldForFee !== 'string') return undefined;
  const earned = sumOf(deals.map((deal) => minus(plus(exact(deal.profit ?? '0'), exact(deal.insured)), exact(deal.fee))));
  const held = plus(exact(order.margin), exact(heldForFee));
  return new Map([['contract USDT', minus(plus(earned, exact(order.swap)), held)]]);
}

/**
 * Both accounts together, from either of which it is repaid: what was lent, less what was repaid by hand, and what was left of sales; of each
 * coin less what was sold and what is still locked. undefined where deposits are locked, which come from another account, or decisions are not shown.
 */
function dueOfLoan({
  asset,
  principal,
  repaid,
  startsAtMs,
  status,
  collateral,
  decisions,
}: LoanHeld): Map<string, Exact> | undefined {
  const sales = decisions.filter(({ kind }) => kind === 'liquidation');
  const hasDeposits = [...collateral, ...sales.flatMap((one) => one.collateral)].some(({ kind }) => kind === 'treasure');
  if (hasDeposits || decisions.length >= mostDecisions) return undefined;
  const sum = (of: 'repaid' | 'surplus'): Exact => sumOf(sales.map((one) => exact(one[of])));
  const lent = startsAtMs === null ? zero : exact(principal);
  const byHand = minus(exact(repaid), sum('repaid'));
  const due = new Map([[`coin ${asset}`, plus(minus(lent, byHand), sum('surplus'))]]);
  const take = (coin: string, amount: Exact): void =>
    void due.set(`coin ${coin}`, minus(due.get(`coin ${coin}`) ?? zero, amount));
  for (const part of sales.flatMap((one) => one.collateral)) take(part.asset, exact(part.sold));
  const isLocked = ['pending_review', 'open', 'overdue'].includes(status);
  for (const part of isLocked ? collateral : []) take(part.asset, exact(part.amount));
  return due;
}

/** The rows that name the order add up to what it says, in every account. */
function moneyCheck(one: OrderOfAccount, rows: readonly Row[], { left }: AccountFile): Check {
  if (rows.length === 0)
    return check(
      'rows',
      left.isStatementCut ? 'partial' : 'failed',
      nameOf(one.product, one.order.id),
      'no row of the statement',
    );
  const due = dueOf(one);
  if (due === undefined) return check('rows', 'partial', nameOf(one.product, one.order.id), 'it does not say what it holds');
  const sums = new Map<string, Exact>();
  for (const { account, asset, amount } of rows) {
    const name = `${one.product === 'loan' ? 'coin' : account} ${asset}`;
    sums.set(name, plus(sums.get(name) ?? zero, exact(amount)));
  }
  const text = (of: ReadonlyMap<string, Exact>): string =>
    [...of]
      .filter(([, { n }]) => n !== 0n)
      .map(([account, amount]) => `${account} ${textOf(amount)}`)
      .sort()
      .join(', ') || '0';
  const result = compared('rows', text(sums), text(due));
  // Rows before the oldest one may name it.
  return result.state === 'failed' && left.isStatementCut ? { ...result, state: 'partial' } : result;
}

/** The acceptance that the device kept is the one that the order shows. */
function receiptCheck({ product, order }: OrderOfAccount, { receipts }: Known): Check {
  const key = order.receipt?.body.key;
  const kept = receipts.filter(
    ({ body }) => body.product === product && body.request === 'order' && (body.order === order.id || body.key === key),
  );
  const [first] = kept;
  if (first === undefined) return check('keptReceipt', 'absent');
  const other = kept.find(({ signature }) => signature !== order.receipt?.signature);
  return check('keptReceipt', other === undefined ? 'ok' : 'failed', order.receipt?.signature, (other ?? first).signature);
}
