/** What nobody signs of a stop-out, beside the person's own account: the free balance, and that these were all his cross positions. */
import { check, none, type Check } from './Check';
import { compare, exact, minus, plus, sumOf, textOf, zero, type Exact } from './Exact';
import { closingOf, paidBy } from './leverage';
import type { Deal, DealProof, Tick } from './shapes';

/** A row of the contract account. */
interface Row {
  readonly version: number;
  readonly amount: string;
  readonly balanceAfter: string;
  readonly ref: string;
}

interface PositionHeld {
  readonly order: { readonly id: string; readonly marginMode: string; readonly openPrice: string | null };
  readonly deals: readonly Deal[];
  readonly proofs: readonly unknown[];
}

interface HeldBeside {
  /** Of the contract account, every one, or the newest where the statement is cut. */
  readonly rows: readonly Row[];
  readonly positions: readonly PositionHeld[];
  readonly isStatementCut: boolean;
  /** Positions that are named, and not in the file. */
  readonly left: ReadonlySet<string>;
}

/** What each position brought the contract account, or took from it. */
function creditsOf({ account, assetScale }: DealProof): { readonly orderId: string; readonly credit: Exact }[] {
  if (account === null) return [];
  const closings = account.positions.map((one) => closingOf(one, assetScale));
  const paid = paidBy(closings, exact(account.free));
  return account.positions.map(({ orderId }, index) => {
    const { released, profit } = closings[index] ?? { released: zero, profit: zero };
    const { fee, insured } = paid[index] ?? { fee: zero, insured: zero };
    return { orderId, credit: minus(sumOf([released, profit, insured]), fee) };
  });
}

/** The rows that name these orders at their end come one after another, and before the first of them the account held what was free. */
export function freeCheck(proof: DealProof, { rows, isStatementCut }: Pick<HeldBeside, 'rows' | 'isStatementCut'>): Check {
  const { account } = proof;
  if (account === null) return check('free', 'failed');
  const told = `${account.free} #${account.before?.version ?? none}`;
  const moving = creditsOf(proof).filter(({ credit }) => credit.n !== 0n);
  const own = moving.map(({ orderId }) => rows.filter(({ ref }) => ref === orderId).reduce(newer, undefined));
  const found = own.flatMap((row) => row ?? []).sort((a, b) => a.version - b.version);
  if (found.length < moving.length) return check('free', isStatementCut ? 'partial' : 'failed', told, 'no row of it');
  const [first] = found;
  if (first === undefined) {
    // It moved nothing, so it has no row: the balance is one that the account had, at some time.
    const before = rows.find(({ version }) => version === account.before?.version);
    const isHeld =
      before === undefined ? exact(account.free).n === 0n : compare(exact(before.balanceAfter), exact(account.free)) === 0;
    return check('free', isHeld ? 'partial' : 'failed', told, before?.balanceAfter);
  }
  const held = minus(exact(first.balanceAfter), exact(first.amount));
  const total = sumOf(moving.map(({ credit }) => credit));
  const isTold =
    compare(held, exact(account.free)) === 0 &&
    (account.before === undefined || account.before.version === first.version - 1) &&
    found.every(({ version }, index) => version === first.version + index) &&
    compare(sumOf(found.map(({ amount }) => exact(amount))), total) === 0;
  return check('free', isTold ? 'ok' : 'failed', told, `${textOf(held)} #${first.version - 1}, ${textOf(plus(held, total))}`);
}
const newer = (newest: Row | undefined, row: Row): Row => (newest === undefined || row.version > newest.version ? row : newest);

/** Every cross position that was open at the tick is among them, and each is as its own deals say. */
export function togetherCheck({ account }: DealProof, { positions, left }: HeldBeside): Check {
  if (account === null) return check('together', 'failed');
  const { tick } = account;
  const named = new Map(account.positions.map((one) => [one.orderId, one]));
  const isOpen = (one: PositionHeld): boolean =>
    one.deals.some(({ kind, tickAtMs }) => kind === 'open' && tickAtMs < tick.atMs) &&
    sumOf(
      one.deals
        .filter((deal) => endsBefore(deal, one, tick))
        .map(({ kind, lots }) => (kind === 'open' ? exact(lots) : minus(zero, exact(lots)))),
    ).n > 0n;
  const leftOut = positions.find((one) => one.order.marginMode === 'cross' && !named.has(one.order.id) && isOpen(one));
  if (leftOut !== undefined) return check('together', 'failed', [...named.keys()].join(' '), `${leftOut.order.id} was open`);
  const isUnknown = [...named.keys()].some((id) => !positions.some(({ order }) => order.id === id));
  for (const { order, deals } of positions) {
    const one = named.get(order.id);
    if (one === undefined) continue;
    const end = deals.find(({ reason }) => reason === 'stop_out');
    const isSame =
      order.marginMode === 'cross' &&
      end !== undefined &&
      end.tickSeq === one.tick.seq &&
      (
        [
          [end.lots, one.lots],
          [end.margin, one.margin],
          [order.openPrice ?? '', one.openPrice],
        ] as const
      ).every(([held, told]) => textOf(exact(held)) === textOf(exact(told)));
    if (!isSame)
      return check(
        'together',
        'failed',
        `${order.id} ${one.lots} ${one.margin} ${one.openPrice}`,
        `${end?.lots ?? none} ${end?.margin ?? none}`,
      );
  }
  if (isUnknown && [...named.keys()].every((id) => left.has(id) || positions.some(({ order }) => order.id === id)))
    return check('together', 'partial', [...named.keys()].join(' '), 'left out of the file');
  return check(
    'together',
    isUnknown ? 'failed' : left.size > 0 ? 'partial' : 'ok',
    [...named.keys()].join(' '),
    `${positions.length} positions`,
  );
}

/** A stop-out closes at ticks before the one that it was judged at: only another one ended the position before. */
function endsBefore({ id, reason, tickAtMs }: Deal, { proofs }: PositionHeld, judgedAt: Tick): boolean {
  if (reason !== 'stop_out') return tickAtMs <= judgedAt.atMs;
  const proof = (proofs as readonly DealProof[]).find(({ deal }) => deal.id === id);
  const endedAt = proof?.account?.tick;
  return endedAt !== undefined && endedAt.hash !== judgedAt.hash && endedAt.atMs <= judgedAt.atMs;
}
