/**
 * Gathers everything that a person was shown about one account into one file: statement, orders, proofs, and what this device kept
 * (docs/fairness.md, "A whole account"). It asks one thing at a time, waits as the server says, and goes on after a lost connection.
 */
import type { EndpointName, EndpointRequest, EndpointResponse, WalletRecord } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { EvidenceFile } from '@tessera/shared/fairness';
import { amount, subtract, toText } from '@tessera/shared/money';

/** Newer orders first; the file names those that it leaves out. A proof is some tens of kilobytes. */
export const maxOrders = 500;
/** Of each account, the newest. */
const maxRows = 20_000;
const pageSize = 100;
/** Orders that change while they are read are read again so often. */
const maxRounds = 8;
/** A connection that is away for longer ends the work. */
const lostWaitsMs = [1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000];
const maxWaits = 20;

export interface AccountSource {
  readonly call: <Name extends EndpointName>(name: Name, request: EndpointRequest<Name>) => Promise<EndpointResponse<Name>>;
  readonly evidence: () => Promise<EvidenceFile>;
  readonly mode: string;
  /** Rejects when the work is ended. */
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => number;
  /** `total`: orders that will be in the file; undefined until they are counted. */
  readonly onProgress: (progress: AccountProgress) => void;
}

export interface AccountProgress {
  readonly done: number;
  readonly total: number | undefined;
  /** Why it stands still. */
  readonly waits: 'server' | 'connection' | undefined;
}

export interface CollectedAccount {
  readonly file: Blob;
  readonly orders: number;
  readonly rows: number;
  /** Orders that are named in the file, and whose proofs are not in it. */
  readonly left: number;
}

type Product = 'seconds' | 'spot' | 'leverage' | 'flash' | 'loan';
interface NamedOrder {
  readonly product: Product;
  readonly id: string;
  /** By which it is found again; of an exchange and of a loan it is not asked for. */
  readonly clientOrderId: string;
  readonly acceptedAtMs: number;
}
interface LeftOrder {
  readonly product: Product;
  readonly id: string;
  /** `limit`: older than the newest ones; `refused`: the server did not give its proof; `moving`: it changed all the time. */
  readonly why: 'limit' | 'refused' | 'moving';
}

/** Rejects with AppError when the server refuses the lists, and when the connection stays away. */
export async function collectAccount(source: AccountSource): Promise<CollectedAccount> {
  let progress: AccountProgress = { done: 0, total: undefined, waits: undefined };
  const tell = (change: Partial<AccountProgress>): void => source.onProgress((progress = { ...progress, ...change }));
  const ask = patient(source, tell);

  const rows = new Map<string, WalletRecord>();
  let isStatementCut = await readRows(ask, rows).then(({ isCut }) => isCut);
  const named = newestFirst(await listOrders(ask));
  const wanted = named.slice(0, maxOrders);
  const left = new Map<string, LeftOrder>(
    named.slice(maxOrders).map(({ product, id }) => [`${product} ${id}`, { product, id, why: 'limit' }]),
  );
  tell({ total: wanted.length });

  // As texts in blobs: a browser need not keep them in its memory.
  const parts = new Map<string, Blob>();
  async function read(order: NamedOrder): Promise<void> {
    const name = `${order.product} ${order.id}`;
    try {
      parts.set(name, new Blob([shared(await readOrder(ask, order))]));
      left.delete(name);
    } catch (error) {
      if (!(error instanceof AppError) || isLost(error) || error.code.startsWith('AUTH_')) throw error;
      parts.delete(name);
      left.set(name, { product: order.product, id: order.id, why: 'refused' });
    }
  }
  for (const order of wanted) {
    await read(order);
    tell({ done: progress.done + 1 });
  }

  // What moved meanwhile is read again, until statement, balances and orders are of one moment.
  let balances = await readBalances(ask);
  let moved: readonly WalletRecord[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const { added, isCut } = await readRows(ask, rows);
    isStatementCut ||= isCut;
    moved = added;
    if (added.length === 0) break;
    const touched = new Set(added.map(({ ref }) => ref));
    const known = new Map([...wanted, ...(await listOrders(ask))].map((order) => [`${order.product} ${order.id}`, order]));
    for (const [name, order] of known) if (touched.has(order.id) && left.get(name)?.why !== 'limit') await read(order);
    balances = await readBalances(ask);
  }
  for (const { ref } of moved)
    for (const name of [...parts.keys()].filter((one) => one.endsWith(` ${ref}`))) {
      const [product = ''] = name.split(' ');
      parts.delete(name);
      left.set(name, { product: product as Product, id: ref, why: 'moving' });
    }

  const evidence = await source.evidence();
  const head = {
    format: 'tessera-account-1',
    exchange: evidence.exchange,
    savedAtMs: source.now(),
    mode: source.mode,
    // While it goes on moving, no balance is of the statement's last row.
    balances: moved.length === 0 ? balances : [],
    left: { isStatementCut, orders: [...left.values()] },
    evidence,
    statement: [...rows.values()],
  };
  const orders = [...parts.values()].flatMap((part, index) => (index === 0 ? [part] : [',', part]));
  return {
    file: new Blob([shared(head).slice(0, -1), ',"orders":[', ...orders, ']}'], { type: 'application/json' }),
    orders: parts.size,
    rows: rows.size,
    left: left.size,
  };
}

type Ask = AccountSource['call'];

const isLost = ({ code }: AppError): boolean => code === 'NETWORK_UNREACHABLE' || code === 'NETWORK_TIMEOUT';

/** Waits where the server or the connection asks for it, and tells so. */
function patient({ call, wait }: AccountSource, tell: (change: Partial<AccountProgress>) => void): Ask {
  return async (name, request) => {
    let lost = 0;
    for (let waits = 0; ; waits += 1) {
      try {
        const answer = await call(name, request);
        if (waits > 0) tell({ waits: undefined });
        return answer;
      } catch (error) {
        if (!(error instanceof AppError) || waits === maxWaits) throw error;
        if (error.code === 'TOO_MANY_REQUESTS') {
          tell({ waits: 'server' });
          await wait(Math.min(60, Math.max(1, Number(error.params['seconds'] ?? 5))) * 1000);
        } else {
          const ms = isLost(error) ? lostWaitsMs[lost] : undefined;
          if (ms === undefined) throw error;
          lost += 1;
          tell({ waits: 'connection' });
          await wait(ms);
        }
      }
    }
  };
}

/** Adds the rows that are newer than those known. */
async function readRows(
  ask: Ask,
  rows: Map<string, WalletRecord>,
): Promise<{ readonly added: readonly WalletRecord[]; readonly isCut: boolean }> {
  const added: WalletRecord[] = [];
  let isCut = false;
  for (const account of ['coin', 'contract'] as const) {
    const found: WalletRecord[] = [];
    for (let cursor: string | undefined; ;) {
      const { items, next } = await ask('walletDetail', { account, pageSize, ...(cursor === undefined ? {} : { cursor }) });
      const fresh = items.filter((row) => !rows.has(nameOf(row)));
      found.push(...fresh);
      if (next === null || (items.length > 0 && fresh.length === 0)) break;
      if (found.length >= maxRows) {
        isCut = true;
        break;
      }
      cursor = next;
    }
    added.push(...found);
  }
  for (const row of added) rows.set(nameOf(row), row);
  return { added, isCut };
}
const nameOf = ({ account, asset, version }: WalletRecord): string => `${account} ${asset} ${version}`;

async function readBalances(ask: Ask): Promise<readonly { account: string; asset: string; balance: string }[]> {
  const { coin, contract } = await ask('walletList', {});
  const held = subtract(subtract(amount(contract.balance), amount(contract.usedMargin)), amount(contract.frozen));
  return [
    ...coin.map(({ asset, available }) => ({ account: 'coin', asset, balance: available })),
    { account: 'contract', asset: contract.asset, balance: toText(held) },
  ];
}

/** Of all markets and states. An order may be in two lists, when it ends between the two answers. */
async function listOrders(ask: Ask): Promise<readonly NamedOrder[]> {
  const lists: readonly (readonly [
    Product,
    (cursor: object) => Promise<{ items: readonly Listed[]; next?: string | null | undefined }>,
  ])[] = [
    ...(['open', 'closed'] as const).flatMap((status) => [
      ['seconds', (page: object) => ask('secondsOrders', { status, ...page })] as const,
      ['seconds', (page: object) => ask('secondsWhOrders', { status, ...page })] as const,
    ]),
    ...(['open', 'history'] as const).map(
      (status) => ['spot', (page: object) => ask('spotOrders', { status, ...page })] as const,
    ),
    ...(['pending', 'open', 'history'] as const).flatMap((status) => [
      ['leverage', (page: object) => ask('leverageOrders', { status, ...page })] as const,
      ['leverage', (page: object) => ask('leverageWhOrders', { status, ...page })] as const,
    ]),
  ];
  const all = new Map<string, NamedOrder>();
  for (const [product, list] of lists)
    for (let cursor: string | undefined; ;) {
      const { items, next } = await list({ pageSize, ...(cursor === undefined ? {} : { cursor }) });
      for (const { id, clientOrderId, acceptedAtMs } of items)
        all.set(`${product} ${id}`, { product, id, clientOrderId, acceptedAtMs });
      if (next == null) break;
      cursor = next;
    }
  for (let cursor: string | undefined; ;) {
    const { items, next } = await ask('flashHistory', { pageSize, ...(cursor === undefined ? {} : { cursor }) });
    for (const { id, atMs } of items) all.set(`flash ${id}`, { product: 'flash', id, clientOrderId: '', acceptedAtMs: atMs });
    if (next == null) break;
    cursor = next;
  }
  for (let cursor: string | undefined; ;) {
    const { items, next } = await ask('loanOrders', { pageSize, ...(cursor === undefined ? {} : { cursor }) });
    for (const { id, startsAtMs, steps } of items) {
      const acceptedAtMs = startsAtMs ?? steps[0]?.atMs ?? 0;
      all.set(`loan ${id}`, { product: 'loan', id, clientOrderId: '', acceptedAtMs });
    }
    if (next == null) break;
    cursor = next;
  }
  return [...all.values()];
}
type Listed = Omit<NamedOrder, 'product'>;

const newestFirst = (orders: readonly NamedOrder[]): NamedOrder[] => [...orders].sort((a, b) => b.acceptedAtMs - a.acceptedAtMs);

/** The order as it stands now, with the proof of each thing that was decided about it. */
async function readOrder(ask: Ask, { product, id, clientOrderId }: NamedOrder): Promise<object> {
  if (product === 'seconds') {
    const proof = await ask('secondsProve', { orderId: id });
    return { product, order: proof.order, proofs: [proof] };
  }
  if (product === 'flash') {
    const proof = await ask('flashProve', { id });
    return { product, order: proof.order, proofs: [proof] };
  }
  if (product === 'loan') {
    const [order] = (await ask('loanOrders', { id })).items;
    if (order === undefined) throw new AppError('NOT_FOUND_404');
    const proofs: object[] = [];
    for (const decision of order.decisions) proofs.push(await ask('loanProve', { id: decision.id }));
    return { product, order, proofs };
  }
  if (product === 'spot') {
    const { order } = await ask('spotFind', { clientOrderId });
    if (order === null) throw new AppError('NOT_FOUND_404');
    const proofs: object[] = [];
    for (const fill of order.fills) proofs.push(await ask('spotProve', { fillId: fill.id }));
    return { product, order, proofs };
  }
  const { order, deals } = await ask('leverageDetail', { id });
  const proofs: object[] = [];
  for (const deal of deals) proofs.push(await ask('leverageProve', { dealId: deal.id }));
  return { product, order, deals, proofs };
}

/** A file may be handed on: it does not say whose account a receipt names. */
const shared = (value: unknown): string =>
  JSON.stringify(value, (key, member: unknown) => (key === 'holderSalt' ? undefined : member));
