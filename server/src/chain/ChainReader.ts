/**
 * What several nodes say of one chain, where they agree. A node can be slow, dead, behind, or lie: each has a time limit, two have to answer
 * (all of them where there is one), and every one that answers has to say the same, to the letter. Blocks are compared by their hash, since a
 * reorganisation keeps the height. Nothing here is kept.
 */
import { createPublicClient, http, type Hash, type PublicClient } from 'viem';
import { withLimit } from '../platform/timers';
import { boundedFetch } from './boundedFetch';
import { ChainProblem } from './ChainProblem';
import type { ChainSetting } from './chainSettings';

export interface ChainReader {
  readonly network: string;
  readonly chainId: number;
  /** As last asked, for operators. */
  endpoints(): readonly EndpointState[];
  /**
   * The highest block that enough endpoints have, agreed on by those that have it. Throws ChainProblem; "wrongChain" where an endpoint that
   * answers is on another chain.
   */
  head(): Promise<BlockName>;
  /**
   * Asks every endpoint that has the block `height`, as head() found it. What they answer must be the same. Throws ChainProblem.
   * `what` says in words what was asked for.
   */
  agreed<T>(what: string, height: bigint, ask: (endpoint: PublicClient) => Promise<T>): Promise<T>;
}

export interface BlockName {
  readonly number: bigint;
  readonly hash: Hash;
}

export interface EndpointState {
  /** Without path and user: those can hold a key. */
  readonly host: string;
  /** undefined: it did not answer. */
  readonly height: bigint | undefined;
  /** Why it did not, or what it said that others did not. */
  readonly problem: string | undefined;
}

interface Endpoint {
  readonly host: string;
  readonly client: PublicClient;
  height: bigint | undefined;
  problem: string | undefined;
}

const enough = 2;
const endpointLimitMs = 5_000;
/** For what is asked of an endpoint in several requests. */
const turns = 4;

/** Answers the same for the same, whatever the order of the fields: bigint as text. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'bigint') return `${part}n`;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  }) ?? 'nothing';

const wordsOf = (error: unknown): string => {
  const { shortMessage, message } = error as { readonly shortMessage?: string; readonly message?: string };
  return (shortMessage ?? message ?? String(error)).split('\n')[0] ?? '';
};

export function createChainReader(
  { network, endpoints: urls }: Pick<ChainSetting, 'network' | 'endpoints'>,
  chainId: number,
  limitMs: number = endpointLimitMs,
): ChainReader {
  const needed = Math.min(enough, urls.length);
  const endpoints: readonly Endpoint[] = urls.map((url) => ({
    host: new URL(url).host,
    client: createPublicClient({
      transport: http(url, { timeout: limitMs, retryCount: 0, fetchFn: boundedFetch(limitMs) }),
      cacheTime: 0,
    }),
    height: undefined,
    problem: undefined,
  }));
  const problem = (kind: ChainProblem['kind'], detail: string) => new ChainProblem(network, kind, detail);

  /** Those that answered. A transport's limit is for one request; `ask` may be several. */
  async function answersOf<T>(of: readonly Endpoint[], what: string, ask: (endpoint: Endpoint) => Promise<T>) {
    const answers = await Promise.all(
      of.map(async (endpoint) => {
        try {
          const value = await withLimit(ask(endpoint), turns * limitMs, () => new Error('took too long'));
          endpoint.problem = undefined;
          return { endpoint, value };
        } catch (error) {
          if (error instanceof ChainProblem) throw error;
          endpoint.problem = wordsOf(error);
          return undefined;
        }
      }),
    );
    const given = answers.filter((one) => one !== undefined);
    if (given.length < needed) {
      const silent = endpoints.filter((one) => !given.some(({ endpoint }) => endpoint === one));
      const whose = silent.map((one) => `${one.host} (${one.problem ?? 'behind'})`).join(', ');
      throw problem('unreachable', `${what}: ${needed} endpoints have to answer, ${given.length} did; not ${whose}`);
    }
    return given;
  }

  async function agreedOf<T>(of: readonly Endpoint[], what: string, ask: (endpoint: Endpoint) => Promise<T>): Promise<T> {
    const given = await answersOf(of, what, ask);
    const [first] = given;
    const other = given.find(({ value }) => written(value) !== written(first?.value));
    if (first === undefined || other === undefined) return first?.value as T;
    other.endpoint.problem = `disagrees with ${first.endpoint.host}: ${what}`;
    throw problem('disagreement', `${what}: ${first.endpoint.host} and ${other.endpoint.host} say different things`);
  }

  const having = (height: bigint) => endpoints.filter((one) => one.height !== undefined && one.height >= height);

  return {
    network,
    chainId,
    endpoints: () => endpoints.map(({ host, height, problem: told }) => ({ host, height, problem: told })),
    async head() {
      const answers = await answersOf(endpoints, 'the newest block', async (endpoint) => {
        endpoint.height = undefined;
        const id = await endpoint.client.getChainId();
        if (id !== chainId) {
          const detail = `${endpoint.host} is on chain ${id}, the catalogue says that ${network} is chain ${chainId}`;
          endpoint.problem = detail;
          throw problem('wrongChain', detail);
        }
        endpoint.height = await endpoint.client.getBlockNumber();
        return endpoint.height;
      });
      const heights = answers.map(({ value }) => value).sort((one, other) => (one < other ? 1 : -1));
      const number = heights[needed - 1] ?? 0n;
      const hash = await agreedOf(
        having(number),
        `block ${number}`,
        async ({ client }) => (await client.getBlock({ blockNumber: number })).hash,
      );
      return { number, hash };
    },
    agreed: (what, height, ask) => agreedOf(having(height), what, ({ client }) => ask(client)),
  };
}
