/** What a sender needs of nodes besides what they agree on: what a transaction costs at present, and taking one on. */
import { createPublicClient, http, type Address, type Hex, type PublicClient } from 'viem';
import { boundedFetch } from '../boundedFetch';
import type { ChainSetting } from '../chainSettings';
import { middleOf } from './payoutFees';
import type { PayoutOrder } from './payoutOrder';
import { callOf } from './payoutOrder';

export interface Endpoints {
  /** The middle of what those say that answer, as middleOf. Throws when none does. */
  priorityFee(): Promise<{ readonly lower: bigint; readonly upper: bigint }>;
  /** As each of those says that answer; undefined: that it would fail. Throws when none does. */
  gasOf(from: Address, order: PayoutOrder): Promise<readonly (bigint | undefined)[]>;
  /** To all of them. Whoever has it already says so by an error: nothing that they say is believed. Answers what they said. */
  send(raw: Hex): Promise<readonly string[]>;
}

const endpointLimitMs = 5_000;
/** What a node says of a call that would fail: its own code, as EIP-1474 has it, and that of geth. */
const failing: ReadonlySet<number> = new Set([3, -32_000, -32_003]);

export function openEndpoints({ endpoints }: Pick<ChainSetting, 'endpoints'>): Endpoints {
  const clients = endpoints.map((url) =>
    createPublicClient({
      transport: http(url, { timeout: endpointLimitMs, retryCount: 0, fetchFn: boundedFetch(endpointLimitMs) }),
      cacheTime: 0,
    }),
  );
  async function answersOf<T>(ask: (client: PublicClient) => Promise<T>): Promise<readonly T[]> {
    const answers = await Promise.allSettled(clients.map((client) => ask(client)));
    const given = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    if (given.length === 0) throw new Error(`no endpoint answers: ${saidBy((answers[0] as PromiseRejectedResult).reason)}`);
    return given;
  }
  return {
    async priorityFee() {
      const { lower, upper } = middleOf(await answersOf((client) => client.estimateMaxPriorityFeePerGas()));
      return { lower: lower > 0n ? lower : 1n, upper: upper > 0n ? upper : 1n };
    },
    gasOf: (from, order) =>
      answersOf(async (client) => {
        try {
          return await client.estimateGas({ account: from, ...callOf(order) });
        } catch (error) {
          if (isFailure(error)) return undefined;
          throw error;
        }
      }),
    async send(raw) {
      const answers = await Promise.allSettled(
        clients.map(async (client) => client.sendRawTransaction({ serializedTransaction: raw })),
      );
      return answers.flatMap((answer) => (answer.status === 'rejected' ? [saidBy(answer.reason)] : []));
    },
  };
}

/** Not the whole: it repeats what was sent, and the address of the endpoint, which may hold a key. */
function saidBy(error: unknown): string {
  const { details, shortMessage, name } = error as {
    readonly details?: string;
    readonly shortMessage?: string;
    readonly name?: string;
  };
  return details ?? shortMessage ?? name ?? 'unknown';
}

function isFailure(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (failing.has((cause as { readonly code?: number }).code ?? 0)) return true;
  return false;
}
