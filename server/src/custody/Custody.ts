/**
 * Custody held against what is there, once a day: of chains that programs read all balances at the last block of the day, of the rest what two
 * operators read off (decision 0143). A difference stays in sight until a later day is counted without one.
 */
import { sql } from 'kysely';
import { formatUnits, type Address } from 'viem';
import type { Catalog } from '../catalog/Catalog';
import { ChainProblem } from '../chain/ChainProblem';
import { createChainReader, type ChainReader } from '../chain/ChainReader';
import type { ChainSetting } from '../chain/chainSettings';
import type { PayoutWallet } from '../chain/sender/payoutWallets';
import type { Job } from '../jobs/JobRunner';
import type { AssetNetwork } from '../networks/AssetNetwork';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import { dayOf, endOfDay } from '../calendar/days';
import type { Db } from '../store/database';
import { lastBlockBefore } from './blockOfDay';
import { chainBalance } from './chainBalance';
import { knownOnChain } from './knownOnChain';

export interface CustodyDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly catalog: Pick<Catalog, 'networks'>;
  readonly chains: readonly ChainSetting[];
  readonly wallets: readonly PayoutWallet[];
}

const roundMs = 60_000;
/** Nodes forget what addresses held; what is older stays uncounted, and is seen to be. */
const daysCaughtUp = 3;

interface CountedChain {
  readonly reader: ChainReader;
  readonly setting: ChainSetting;
  readonly terms: readonly AssetNetwork[];
}

export function createCustody(deps: CustodyDeps): { readonly job: Job } {
  const { db, clock, log, metrics, catalog } = deps;
  const unequal = metrics.gauge('custody_unequal', '1 while the last count of custody differs from the books', ['rail', 'asset']);
  const uncounted = metrics.gauge('custody_uncounted', 'Assets of a chain whose custody of the last day is not counted', [
    'rail',
  ]);

  const chains = (): readonly CountedChain[] =>
    deps.chains.flatMap((setting) => {
      const terms = catalog.networks().filter(({ network, decimals }) => network === setting.network && decimals !== undefined);
      const chainId = terms[0]?.chainId;
      return chainId === undefined ? [] : [{ reader: createChainReader(setting, chainId), setting, terms }];
    });

  /** Where the exchange keeps money on that chain. */
  async function addressesOf({ network, custody = [] }: ChainSetting): Promise<readonly Address[]> {
    const rows = await db
      .selectFrom('depositAddress')
      .select('address')
      .where('network', '=', network)
      // What one operator has entered alone may be his own.
      .where((is) => is.or([is('confirmedBy', 'is not', null), is('keyId', 'is not', null)]))
      .execute();
    const wallets = deps.wallets.filter((wallet) => wallet.network === network).map(({ address }) => address);
    const others = [...custody, ...rows.map((row) => row.address)];
    return [...new Set([...wallets, ...others.map((one) => one.toLowerCase() as Address)])];
  }

  async function countDay(
    { reader, setting, terms }: CountedChain,
    day: number,
    uncountedAssets: ReadonlySet<string>,
  ): Promise<void> {
    const { network } = setting;
    const block = await lastBlockBefore(reader, endOfDay(day), Math.max(...terms.map(({ confirmations }) => confirmations)));
    if (block === undefined) return;
    const addresses = await addressesOf(setting);
    const ownDecimals = terms.find(({ tokenContract }) => tokenContract === undefined)?.decimals ?? 0;
    for (const { asset, tokenContract, decimals } of terms.filter((one) => uncountedAssets.has(one.asset))) {
      const token = (tokenContract ?? null) as Address | null;
      const held = await chainBalance(reader, block, { addresses, token });
      const at = { network, asset, isOwnCoin: token === null, decimals: ownDecimals, day, block: block.number };
      const found = formatUnits(held, decimals ?? 0);
      const counted = await db
        .insertInto('custodyCount')
        .values({
          ...{ rail: network, asset, day, found },
          ...(await knownOnChain(db, at)),
          blockNumber: Number(block.number),
          blockHash: block.hash,
          addresses: addresses.length,
          atMs: clock.now(),
        })
        // Another node has counted it.
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      if (counted !== undefined && !/^-?0(\.0+)?$/.test(counted.difference))
        log.error({ ...counted }, 'custody differs from the books');
    }
  }

  /** Newest first: of an older day a node may know nothing any more. */
  async function countChain(chain: CountedChain): Promise<void> {
    const { network } = chain.setting;
    const today = dayOf(clock.now());
    const counted = await db
      .selectFrom('custodyCount')
      .select(['asset', 'day'])
      .where('rail', '=', network)
      .where('day', '>=', today - daysCaughtUp)
      .execute();
    const isFirst = counted.length === 0;
    for (let day = today - 1; day >= today - (isFirst ? 1 : daysCaughtUp); day -= 1) {
      const assets = chain.terms
        .map(({ asset }) => asset)
        .filter((asset) => !counted.some((one) => one.asset === asset && one.day === day));
      if (assets.length === 0) continue;
      try {
        await countDay(chain, day, new Set(assets));
      } catch (error) {
        if (!(error instanceof ChainProblem)) throw error;
        log.warn({ network, day, problem: error.message }, 'custody could not be counted');
      }
    }
    const { missing } = await db
      .selectFrom('custodyCount')
      .select((of) => sql<number>`${chain.terms.length}::int - ${of.fn.countAll()}`.as('missing'))
      .where('rail', '=', network)
      .where('day', '=', today - 1)
      .executeTakeFirstOrThrow();
    uncounted.set({ rail: network }, missing);
  }

  async function tellDifferences(): Promise<void> {
    const newest = await db
      .selectFrom('custodyCount')
      .distinctOn(['rail', 'asset'])
      .select(['rail', 'asset', sql<boolean>`difference <> 0`.as('isUnequal')])
      .orderBy('rail')
      .orderBy('asset')
      .orderBy('day', 'desc')
      .execute();
    for (const { rail, asset, isUnequal } of newest) unequal.set({ rail, asset }, isUnequal ? 1 : 0);
  }

  return {
    job: {
      name: 'custody',
      everyMs: roundMs,
      async run() {
        for (const chain of chains()) await countChain(chain);
        await tellDifferences();
      },
    },
  };
}
