/** A person and an operator who go on talking while the server is killed under them. Whoever heard no answer sends the same again. */
import { randomUUID } from 'node:crypto';
import { createSystemClock } from '../src/platform/Clock';
import { sleep } from '../src/platform/timers';
import { anOperator } from './anOperator';
import { operate } from './killedDecisions';
import type { HttpTrader } from './httpTraders';
import type { ServerProcess } from './serverProcess';
import type { TestDatabase } from './testDatabase';

interface Said {
  readonly by: 'person' | 'operator';
  readonly clientId: string;
  readonly text: string;
  /** Its id, once the server said that it stands. */
  id?: number;
}

export interface KilledTalk {
  talk(server: ServerProcess, isOver: () => boolean): Promise<void>;
  /** What nobody confirmed is sent again, until it stands. */
  finish(server: ServerProcess): Promise<void>;
  readonly said: readonly Said[];
}

const pauseMs = 300;
const tries = 20;

export async function openKilledTalk({ owner }: Pick<TestDatabase, 'owner'>, person: HttpTrader): Promise<KilledTalk> {
  const operator = await anOperator({ owner }, ['support'], { nowMs: createSystemClock().now() });
  const userId = String(person.userId);
  const said: Said[] = [];

  async function say(server: ServerProcess, one: Said): Promise<void> {
    const { clientId, text } = one;
    const answer =
      one.by === 'person'
        ? ((await person.ask('serviceSend', { clientId, text }, randomUUID())) as { entry: { id: string } } | undefined)
        : await operate(server, operator, 'conversationsAnswer', { userId, clientId, text }).catch(() => undefined);
    if (answer !== undefined) one.id = Number(answer.entry.id);
  }

  return {
    said,
    async talk(server, isOver) {
      while (!isOver()) {
        for (const by of ['person', 'operator'] as const) {
          const one: Said = { by, clientId: randomUUID(), text: `${by} ${said.length}` };
          said.push(one);
          await say(server, one);
        }
        await sleep(pauseMs);
      }
    },
    async finish(server) {
      for (const one of said)
        for (let left = tries; one.id === undefined && left > 0; left -= 1) {
          await say(server, one);
          if (one.id === undefined) await sleep(100);
        }
    },
  };
}
