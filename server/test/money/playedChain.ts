/** Payments as a chain's watcher keeps them, and a reader of nodes that agree to whatever is asked: what follows from them is the server's. */
import { randomBytes } from 'node:crypto';
import { loadCatalog } from '../../src/catalog/Catalog';
import type { ChainReader } from '../../src/chain/ChainReader';
import { createContent } from '../../src/content/Content';
import { createLog } from '../../src/platform/log';
import { createMetrics } from '../../src/platform/metrics';
import { createRandom } from '../../src/platform/random';
import { createReviews } from '../../src/reviews/Reviews';
import { followDeposits } from '../../src/topups/deposits/followDeposits';
import { topUpKind } from '../../src/topups/topUpKind';
import type { TestOperator } from '../anOperator';
import type { TradingExchange } from '../tradingExchange';

const network = 'ethereum';
const token = { asset: 'USDT', confirmations: 2, decimals: 6, scale: 6, topUpMin: '10' };
const hash = () => `0x${randomBytes(32).toString('hex')}`;

export interface PlayedChain {
  /** So much in whole USDT, deep enough; answers its id. */
  arrive(userId: number, sum: number): Promise<number>;
  /** One that was credited is no longer in the chain, and does not come again. */
  lose(id: number): Promise<void>;
  /** What the watcher does after each reading. */
  read(): Promise<void>;
}

export async function openPlayedChain(
  { database, clock }: TradingExchange,
  operators: readonly TestOperator[],
): Promise<PlayedChain> {
  const { db, owner } = database;
  const log = createLog({ logLevel: 'silent' });
  const metrics = createMetrics({ collectProcess: false });
  const random = createRandom();
  const { messages, texts } = createContent({ db, log, metrics, config: { serviceContacts: undefined, exchange: 'practice' } });
  const wakeOutbox = () => undefined;
  const kinds = [topUpKind({ db, messages, uploads: { addressOf: async (id) => id } })];
  const catalog = await loadCatalog(db, clock.now());
  const known = catalog.networks().find((one) => one.network === network && one.asset === token.asset);
  if (known === undefined) throw new Error(`the catalogue has ${token.asset} on ${network}`);
  const follow = followDeposits({
    ...{ db, clock, random, log, catalog, messages, texts, wakeOutbox },
    reader: { network, agreed: async () => true } as unknown as ChainReader,
    reviews: createReviews({ db, clock, random, log, kinds, wakeOutbox }),
    assets: () => [{ ...known, ...token, topUpMin: known.topUpMin }],
  });
  const cursor = { number: 100n, hash: hash() };
  await owner.query(`insert into chain_cursor values ($1, 1, $2, $3, $4)`, [
    network,
    String(cursor.number),
    cursor.hash,
    clock.now(),
  ]);
  const addresses = new Map<number, string>();
  async function addressOf(userId: number): Promise<string> {
    const { rows } = await owner.query<{ id: string }>(
      `insert into deposit_address (network, address, added_by, added_at_ms, confirmed_by, confirmed_at_ms, user_id, given_at_ms)
       values ($1, $2, $3, 1, $4, 1, $5, 1) returning id`,
      [network, `0x${randomBytes(20).toString('hex')}`, operators[0]?.id, operators[1]?.id, userId],
    );
    return rows[0]?.id ?? '';
  }
  return {
    async arrive(userId, sum) {
      const address = addresses.get(userId) ?? (await addressOf(userId));
      addresses.set(userId, address);
      const { rows } = await owner.query<{ id: string }>(
        `insert into chain_deposit (network, txid, log_index, block_number, block_hash, sender, address_id, user_id, asset, raw, decimals, amount, rest, state, seen_at_ms, moved_at_ms)
         values ($1, $2, 0, 10, $3, '0x0', $4, $5, 'USDT', $6::bigint * 1000000, 6, $6::bigint, 0, 'confirming', $7, $7) returning id`,
        [network, hash(), hash(), address, userId, sum, clock.now()],
      );
      return Number(rows[0]?.id);
    },
    async lose(id) {
      await owner.query(`update chain_deposit set state = 'missing', gone_at_block = 10 where id = $1`, [id]);
    },
    read: () => follow({ network, epoch: 1 }, cursor, { isMoved: false } as never),
  };
}
