/**
 * Many callers, few commits. Calls that arrive while others are being committed wait and are then worked together, in one
 * transaction with a handful of statements: under load a call costs a share of a commit instead of a dozen round trips,
 * and alone it waits for nobody. Each call gets its own answer or refusal; when a whole batch fails, its calls are worked
 * one by one, so that nobody is refused for another's fault. A call that needs what another transaction holds leaves the
 * batch, and comes back alone after a pause: it delays its own caller only.
 */
import { AppError } from '@tessera/shared/errors';
import { sleep } from '../platform/timers';

/** Answered for a call that could not be worked, because another transaction holds what it needs. Nothing was done. */
export const heldElsewhere = Symbol('held elsewhere');
export type HeldElsewhere = typeof heldElsewhere;

export interface GroupCommitOptions<Call, Answer> {
  /** One answer or refusal for each call, in their order. Throws when the batch as a whole failed and left nothing behind. */
  readonly run: (calls: readonly Call[]) => Promise<readonly (Answer | AppError | HeldElsewhere)[]>;
  /** Calls that have one of these in common are never in one batch: the later one must see what the earlier one did. */
  readonly claims: (call: Call) => readonly string[];
  readonly maxInBatch?: number;
  readonly batchesInFlight?: number;
  /** The pauses between the tries of a call that is held elsewhere; after the last one it is refused with PLEASE_RETRY. */
  readonly heldPausesMs?: readonly number[];
}

/** Four seconds in all. */
const defaultHeldPausesMs = [25, 50, 100, 200, 400, 600, 600, 600, 600, 800];

interface Waiting<Call, Answer> {
  readonly call: Call;
  readonly answer: (answer: Answer) => void;
  readonly refuse: (reason: unknown) => void;
  /** How often it was found held elsewhere. */
  held: number;
}

export function createGroupCommit<Call, Answer>(options: GroupCommitOptions<Call, Answer>): (call: Call) => Promise<Answer> {
  const { run, claims, maxInBatch = 64, batchesInFlight = 2, heldPausesMs = defaultHeldPausesMs } = options;
  let queue: Waiting<Call, Answer>[] = [];
  let inFlight = 0;

  function takeBatch(): Waiting<Call, Answer>[] {
    const claimed = new Set<string>();
    const batch: Waiting<Call, Answer>[] = [];
    const left: Waiting<Call, Answer>[] = [];
    for (const waiting of queue) {
      const wanted = claims(waiting.call);
      if (batch.length < maxInBatch && !wanted.some((claim) => claimed.has(claim))) batch.push(waiting);
      else left.push(waiting);
      for (const claim of wanted) claimed.add(claim);
    }
    queue = left;
    return batch;
  }

  async function work(batch: readonly Waiting<Call, Answer>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ call }) => call));
      batch.forEach((waiting, index) => {
        const answer = answers[index] as Answer | AppError | HeldElsewhere;
        if (answer === heldElsewhere) void tryLater(waiting);
        else if (answer instanceof AppError) waiting.refuse(answer);
        else waiting.answer(answer as Answer);
      });
    } catch (error) {
      const [only] = batch;
      if (batch.length > 1) for (const waiting of batch) await work([waiting]);
      else only?.refuse(error);
    }
  }

  /** Outside of the queue: anyone who is held takes no place in a batch, and holds no connection while it waits. */
  async function tryLater(waiting: Waiting<Call, Answer>): Promise<void> {
    const pauseMs = heldPausesMs[waiting.held];
    waiting.held += 1;
    if (pauseMs === undefined) return waiting.refuse(new AppError('PLEASE_RETRY', { isRetryable: true }));
    await sleep(pauseMs);
    await work([waiting]);
  }

  function pump(): void {
    while (inFlight < batchesInFlight && queue.length > 0) {
      inFlight += 1;
      void work(takeBatch()).finally(() => {
        inFlight -= 1;
        pump();
      });
    }
  }

  return (call) =>
    new Promise((answer, refuse) => {
      queue.push({ call, answer, refuse, held: 0 });
      // A turn later: calls that came in the same turn go together.
      if (inFlight < batchesInFlight) queueMicrotask(pump);
    });
}
