/** What a sender needs of nodes besides what they agree on: what a transaction costs at present, and taking one on. */
import { createPublicClient, http, type Address, type Hex, type PublicClient } from 'viem';
import { boundedFetch } from '../boundedFetch';
import type { ChainSetting } from '../chainSettings';
import type { PayoutOrder } from './payoutOrder';
import { callOf } from './payoutOrder';

export interface Endpoints {
  /** Of those that answer the lowest: what is too low is raised later. Throws when none does. */
  priorityFee(): Promise<bigint>;
  /** Of those that answer the highest; undefined: they say that it would fail. Throws when none answers. */
  gasOf(from: Address, order: PayoutOrder): Promise<bigint | undefined>;
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
      const fees = await answersOf((client) => client.estimateMaxPriorityFeePerGas());
      const lowest = fees.reduce((one, other) => (one < other ? one : other));
      return lowest > 0n ? lowest : 1n;
    },
    async gasOf(from, order) {
      const needs = await answersOf(async (client) => {
        try {
          return await client.estimateGas({ account: from, ...callOf(order) });
        } catch (error) {
          if (isFailure(error)) return undefined;
          throw error;
        }
      });
      return needs.reduce((one, other) => (one === undefined || other === undefined ? undefined : one > other ? one : other));
    },
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
