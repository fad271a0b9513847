import { expect, test } from '@jest/globals';
import { createGate } from './Gate';

/** Work that ends when it is told to, and how much of it there is. */
function aWorkshop() {
  const begun: string[] = [];
  const ends = new Map<string, (fails?: boolean) => void>();
  return {
    begun,
    end: (name: string, fails = false) => ends.get(name)?.(fails),
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (fails) => (fails === true ? reject(new Error(name)) : resolve(name))),
      );
    },
  };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));
const busy = { code: 'TOO_MANY_REQUESTS', params: { seconds: '1' }, isRetryable: true };

test('one caller: so many at once, the others in the order in which they came; another caller does not wait', async () => {
  const { begun, end, work } = aWorkshop();
  const gate = createGate({ atOnce: 2, maxWaiting: 9, waitLimitMs: 60_000 });
  const answers = ['a1', 'a2', 'a3', 'a4'].map((name) => gate.run('a', work(name)));
  const other = gate.run('b', work('b1'));
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  end('a2');
  await turn();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['a1', 'a3', 'b1']) end(name);
  await turn();
  end('a4');
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3', 'a4']);
  expect(await other).toBe('b1');
});

test('a call that fails gives its place on', async () => {
  const { end, work } = aWorkshop();
  const gate = createGate({ atOnce: 1, maxWaiting: 9, waitLimitMs: 60_000 });
  const first = gate.run('a', work('a1'));
  const second = gate.run('a', work('a2'));
  end('a1', true);
  await expect(first).rejects.toThrow('a1');
  await turn();
  end('a2');
  expect(await second).toBe('a2');
});

test('a full queue: refused at once with when to try again, and nothing is done; others are let in', async () => {
  const { begun, end, work } = aWorkshop();
  let refused = 0;
  const gate = createGate({ atOnce: 1, maxWaiting: 1, waitLimitMs: 60_000, onRefused: () => (refused += 1) });
  const first = gate.run('a', work('a1'));
  const second = gate.run('a', work('a2'));
  await expect(gate.run('a', work('a3'))).rejects.toMatchObject(busy);
  void gate.run('b', work('b1'));
  expect([begun, refused]).toEqual([['a1', 'b1'], 1]);
  end('a1');
  await first;
  await turn();
  end('a2');
  await second;
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('a wait that is too long: refused, and its turn goes to the next', async () => {
  const { begun, end, work } = aWorkshop();
  const gate = createGate({ atOnce: 1, maxWaiting: 9, waitLimitMs: 5 });
  const first = gate.run('a', work('a1'));
  await expect(gate.run('a', work('a2'))).rejects.toMatchObject(busy);
  end('a1');
  await first;
  void gate.run('a', work('a3'));
  expect(begun).toEqual(['a1', 'a3']);
});
