/** Six people who read all they have at once, and somebody who moves money meanwhile. */
import { expect, test } from '@jest/globals';
import type { EndpointName } from '@tessera/shared/contract';
import { createMetrics } from '../platform/metrics';
import { createCallGates } from './callGates';
import type { SignedIn } from './handler';

function openGates() {
  const gates = createCallGates(createMetrics({ collectProcess: false }), 1);
  const inside: string[] = [];
  const ends = new Map<string, () => void>();
  let running: (() => void)[] = [];
  const run = (caller: string, name: EndpointName, user: SignedIn | undefined, ip: string): Promise<void> =>
    gates.run(name, user, ip, async () => {
      inside.push(`${caller} ${name}`);
      await new Promise<void>((end) => {
        ends.set(`${caller} ${name}`, end);
        running.push(end);
      });
      inside.splice(inside.indexOf(`${caller} ${name}`), 1);
    });
  const ask = (person: string, name: EndpointName, ip = '192.0.2.1'): Promise<void> =>
    run(person, name, { userId: person, mode: 'demo', sessionId: '1' }, ip);
  const visit = (ip: string, name: EndpointName): Promise<void> => run(ip, name, undefined, ip);
  const turn = () => new Promise(setImmediate);
  /** Whatever is worked, and then what waited for it. */
  async function endAll(): Promise<void> {
    while (running.length > 0) {
      const now = running;
      running = [];
      for (const end of now) end();
      await turn();
    }
  }
  return { inside, ask, visit, end: (call: string) => (ends.get(call)?.(), turn()), endAll, turn };
}

test('two heavy reads of all people are worked at once, one of a person, in the order in which they came', async () => {
  const { inside, ask, end, turn } = openGates();
  const all = ['1', '1', '2', '3', '4', '5', '6'].map((person) => ask(person, 'statistics'));
  await turn();
  expect(inside).toEqual(['1 statistics', '2 statistics']);
  await end('1 statistics');
  expect(inside).toEqual(['2 statistics', '3 statistics']);
  for (const person of ['2', '3', '4', '5', '6', '1']) await end(`${person} statistics`);
  await Promise.all(all);
});

test('money is moved and small things are read beside them, also by who waits for a heavy read of his own', async () => {
  const { inside, ask, end, turn } = openGates();
  const heavy = ['1', '2', '3'].map((person) => ask(person, 'statistics'));
  await turn();
  const others = [ask('7', 'transfer'), ask('3', 'userInfo')];
  await turn();
  expect(inside).toEqual(['1 statistics', '2 statistics', '7 transfer', '3 userInfo']);
  for (const call of ['7 transfer', '3 userInfo', '1 statistics', '2 statistics', '3 statistics']) await end(call);
  await Promise.all([...heavy, ...others]);
});

test('a stop is set one at a time per person, as every call that writes orders', async () => {
  const { inside, ask, end, turn } = openGates();
  const stops = [ask('1', 'leverageSetStop'), ask('1', 'leverageSetStop')];
  await turn();
  expect(inside).toEqual(['1 leverageSetStop']);
  await end('1 leverageSetStop');
  await end('1 leverageSetStop');
  await Promise.all(stops);
});

test('files come one at a time from each person, of all together as many as there is memory for, and delay nothing else', async () => {
  const { inside, ask, end, turn } = openGates();
  const people = Array.from({ length: 17 }, (_, n) => String(n + 1));
  const all = ['1', ...people].map((person) => ask(person, 'upload', `198.51.100.${person}`));
  await turn();
  expect(inside).toEqual(people.slice(0, 16).map((person) => `${person} upload`));
  const others = [ask('1', 'userInfo'), ask('17', 'transfer')];
  await turn();
  expect(inside.slice(16)).toEqual(['1 userInfo', '17 transfer']);
  for (const call of ['1 userInfo', '17 transfer', ...people.map((person) => `${person} upload`), '1 upload']) await end(call);
  await Promise.all([...all, ...others]);
});

test('one address with many accounts leaves most of the places for files to others', async () => {
  const { inside, ask, end, turn } = openGates();
  const people = ['1', '2', '3', '4', '5'];
  const all = [...people.map((person) => ask(person, 'upload')), ask('6', 'upload', '198.51.100.6')];
  await turn();
  expect(inside).toEqual(['1', '2', '3', '4', '6'].map((person) => `${person} upload`));
  for (const person of ['1', '2', '3', '4', '5', '6']) await end(`${person} upload`);
  await Promise.all(all);
});

test('three calls for the log are worked at once, of all networks and people; small ones go beside them', async () => {
  const { inside, ask, visit, end, turn } = openGates();
  const copied = ['tickRange', 'anchors', 'publicRecord', 'feedDays'] as const;
  const networks = Array.from({ length: 10 }, (_, n) => `198.51.${n}.1`);
  const all = [
    ...networks.flatMap((ip) => copied.map((name) => visit(ip, name))),
    ...copied.map((name) => ask('1', name)),
    ask('2', 'anchors'),
  ];
  await turn();
  expect(inside).toHaveLength(3);
  const others = [...networks.map((ip) => visit(ip, 'quotation')), ask('1', 'userInfo'), ask('2', 'statistics')];
  await turn();
  expect(inside.slice(3)).toEqual([...networks.map((ip) => `${ip} quotation`), '1 userInfo', '2 statistics']);
  for (const small of inside.slice(3)) await end(small);
  await Promise.all(others);
  for (let left = all.length; left > 0; left -= 1) {
    expect(inside).toHaveLength(Math.min(3, left));
    await end(inside[0] ?? '');
  }
  await Promise.all(all);
});

test('one network that floods small public calls, and copies the log, delays nobody else: its own calls wait for one another', async () => {
  const { inside, visit, ask, turn, endAll } = openGates();
  const calls: Promise<void>[] = [];
  for (let n = 0; n < 150; n += 1) calls.push(visit('198.51.0.1', 'quotation'));
  for (let n = 0; n < 50; n += 1) calls.push(visit('198.51.0.1', 'tickRange'));
  await turn();
  const busy = [...inside];
  expect(busy.toSorted()).toEqual([...Array(4).fill('198.51.0.1 quotation'), ...Array(2).fill('198.51.0.1 tickRange')]);
  const networks = Array.from({ length: 10 }, (_, n) => `198.51.${n + 1}.1`);
  for (const ip of networks) calls.push(visit(ip, 'quotation'));
  calls.push(ask('1', 'quotation'));
  calls.push(visit('198.51.1.1', 'tickRange'));
  await turn();
  expect(inside.slice(busy.length)).toEqual([...networks.map((ip) => `${ip} quotation`), '1 quotation', '198.51.1.1 tickRange']);
  // Addresses of one network are one caller.
  for (let n = 1; n < 9; n += 1) calls.push(visit(`2001:db8::${n}`, 'quotation'));
  await turn();
  expect(inside.filter((call) => call.startsWith('2001:'))).toHaveLength(4);
  await endAll();
  await Promise.all(calls);
});

test('who waits for himself holds no place of those that all share for copies of the log', async () => {
  const { inside, ask, visit, end, turn } = openGates();
  const all = [...(['tickRange', 'anchors', 'feedDays'] as const).map((name) => visit('192.0.2.1', name)), ask('1', 'tickRange')];
  await turn();
  expect(inside).toEqual(['192.0.2.1 tickRange', '192.0.2.1 anchors', '1 tickRange']);
  for (const call of [...inside, '192.0.2.1 feedDays']) await end(call);
  await Promise.all(all);
});
