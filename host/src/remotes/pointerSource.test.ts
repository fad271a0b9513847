import { beforeEach, describe, expect, test } from '@jest/globals';
import { generateKeyPairSync, sign, webcrypto, type KeyObject } from 'node:crypto';
import { freshnessLine, freshnessText } from '@tessera/shared/federation';
import { createPointerSource, type PointerProblem, type PointerSource } from './pointerSource';
import { TurnedClock } from './testing/TurnedClock';
import { aRelease, aRemotePointer } from './testing/remotesOnTheBench';
import { signatureCheck } from './verifySignature';

const ours = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const theirs = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicText = ({ publicKey }: { readonly publicKey: KeyObject }): string =>
  publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const trusted = publicText(ours);
const signed = (body: string, key: KeyObject): string =>
  sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' }).toString('base64');
const nowMs = 1_800_000_000_000;
/** Signed with the line that says that it is live now. */
const signedLive = (body: string, key: KeyObject, untilMs = nowMs + 1000): string =>
  `${signed(body, key)}\n${freshnessLine({ untilMs, signature: signed(freshnessText('prod', untilMs, body), key) })}\n`;
const unsafe = { ...aRelease('1.0.0+00000001'), integrity: undefined } as never;
const pointerBody = (serial: number, change: object = {}): string =>
  JSON.stringify({
    schema: 1,
    channel: 'prod',
    serial,
    issuedAtMs: 1,
    by: 'ada',
    reason: 'test',
    remotes: { market: aRemotePointer(aRelease('1.0.0+00000001')) },
    ...change,
  });

let clock: TurnedClock;
let stored: Map<string, string>;
let refused: PointerProblem[];
/** What the device takes for the server's time, and whether the server has told it. */
let time: { nowMs: number; isSet: boolean };
/** What the server answers, one pair of body and signature per look; the last one stays. */
let answers: (readonly [string, string] | 'down' | 'hangs')[];
/** Signature checks that are running: they compute in threads of their own, on a slow machine for longer than one turn. */
let checks: number;
/** How each look asked the browser's cache. */
let caches: (RequestCache | undefined)[];

beforeEach(() => {
  checks = 0;
  caches = [];
  clock = new TurnedClock();
  stored = new Map();
  refused = [];
  time = { nowMs, isSet: true };
});

function source(trustedKeys = [trusted]): PointerSource {
  const check = signatureCheck(trustedKeys, webcrypto.subtle as SubtleCrypto);
  let looks = 0;
  const answer = (isSignature: boolean): Promise<Response> => {
    const now = answers[Math.min(Math.floor(looks++ / 2), answers.length - 1)];
    if (now === 'hangs') return new Promise(() => undefined);
    if (now === 'down' || now === undefined) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(new Response(now[isSignature ? 1 : 0]));
  };
  return createPointerSource({
    url: '/pointer/prod.json',
    channel: 'prod',
    fetch: (input, options) => {
      const isSignature = String(input).endsWith('.sig');
      if (!isSignature) caches.push(options?.cache);
      return answer(isSignature);
    },
    storage: { read: (key) => stored.get(key), write: (key, value) => void stored.set(key, value) },
    clock,
    isSigned: (body, signatures) => {
      checks += 1;
      return check(body, signatures).finally(() => (checks -= 1));
    },
    now: () => time.nowMs,
    isClockSet: () => time.isSet,
    onRefused: (problem) => refused.push(problem),
  });
}

/** Turns the clock by 100 ms, once no signature is being checked: a check takes none of the clock's time. */
async function turnWhenChecked(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 0));
  while (checks > 0);
  await clock.turn(100);
}

/** Turns the clock until the load has ended. */
async function load(from = source()) {
  let isDone = false;
  const loading = from.load().finally(() => (isDone = true));
  while (!isDone) await turnWhenChecked();
  const result = await loading;
  return result.ok ? result.value.serial : result.problem;
}
const good = (serial: number, change?: object): readonly [string, string] => [
  pointerBody(serial, change),
  signedLive(pointerBody(serial, change), ours.privateKey),
];

test('signed by a trusted key: accepted and kept', async () => {
  answers = [good(7)];
  expect(await load()).toBe(7);
  answers = ['down'];
  expect(await load()).toBe(7);
  expect(refused).toEqual(['unreachable']);
});

test.each<[string, () => readonly [string, string] | 'down' | 'hangs', PointerProblem]>([
  ['signed by somebody else', () => [pointerBody(7), signedLive(pointerBody(7), theirs.privateKey)], 'bad-signature'],
  ['changed after signing', () => [pointerBody(7).replace('ada', 'eve'), good(7)[1]], 'bad-signature'],
  ['not signed', () => [pointerBody(7), ''], 'bad-signature'],
  ['signature is no base64', () => [pointerBody(7), '%%%'], 'bad-signature'],
  ['of an unknown shape', () => good(7, { schema: 2 }), 'unreadable'],
  ['of a shape without its serial', () => good(7, { serial: undefined }), 'unreadable'],
  ['no JSON', () => ['later', signedLive('later', ours.privateKey)], 'unreadable'],
  ['of another channel', () => good(7, { channel: 'beta' }), 'wrong-channel'],
  [
    'a release without integrity',
    () => good(7, { remotes: { market: aRemotePointer(aRelease('1.0.0+00000001', { integrity: '' })) } }),
    'unreadable',
  ],
  [
    'a fallback without integrity',
    () => good(7, { remotes: { market: aRemotePointer(aRelease('1.1.0+00000002'), { previous: unsafe }) } }),
    'unreadable',
  ],
  [
    'a canary without integrity',
    () =>
      good(7, {
        remotes: {
          market: aRemotePointer(aRelease('1.1.0+00000002'), {
            canary: { release: unsafe, percent: 5, salt: 's', frozen: false },
          }),
        },
      }),
    'unreadable',
  ],
  [
    'a first file without integrity',
    () =>
      good(7, {
        remotes: {
          market: aRemotePointer(aRelease('1.1.0+00000002', { preload: [{ href: '/r/market/app.js', integrity: '' }] })),
        },
      }),
    'unreadable',
  ],
  ['begun with a byte order mark', () => [`\ufeff${pointerBody(7)}`, good(7)[1]], 'bad-signature'],
  ['larger than any pointer', () => [`${pointerBody(7)}${' '.repeat(600_000)}`, good(7)[1]], 'too-large'],
  ['beside signatures without end', () => [pointerBody(7), good(7)[1] + `${'A'.repeat(88)}\n`.repeat(100_000)], 'too-large'],
  ['signed on the ninth line', () => [pointerBody(7), `${'A'.repeat(88)}\n`.repeat(8) + good(7)[1]], 'bad-signature'],
  ['live once, with no word on until when', () => [pointerBody(7), signed(pointerBody(7), ours.privateKey)], 'expired'],
  ['no longer live', () => [pointerBody(7), signedLive(pointerBody(7), ours.privateKey, nowMs)], 'expired'],
  [
    'called live by nobody who is trusted',
    () => [
      pointerBody(7),
      `${signed(pointerBody(7), ours.privateKey)}\n${signedLive(pointerBody(7), theirs.privateKey).split('\n')[1] ?? ''}`,
    ],
    'expired',
  ],
  [
    'the one before, beside the newest signatures',
    () => [pointerBody(6), `${good(7)[1]}${signed(pointerBody(6), ours.privateKey)}\n`],
    'expired',
  ],
  ['unreachable', () => 'down', 'unreachable'],
  ['silent for 2.5 s', () => 'hangs', 'timeout'],
])('%s: refused, and with nothing kept there is no pointer', async (_, answer, problem) => {
  answers = [answer()];
  expect(await load()).toBe(problem);
  expect(refused).toEqual([problem]);
});

test('after silence the next look passes the browser’s cache by, where a request that hangs holds back all others, until an answer comes', async () => {
  answers = ['hangs', 'hangs', good(7), good(8)];
  const one = source();
  for (const expected of ['timeout', 'timeout', 7, 8]) expect(await load(one)).toBe(expected);
  expect(caches).toEqual(['default', 'reload', 'reload', 'default']);
});

test('somebody who has accepted one before needs no word on how long another is live', async () => {
  answers = [good(7)];
  await load();
  answers = [[pointerBody(8), signed(pointerBody(8), ours.privateKey)]];
  expect(await load()).toBe(8);
});

test('a device whose clock is years ahead: it is judged when the server has said what time it is', async () => {
  time = { nowMs: nowMs + 1e11, isSet: false };
  clock.after(600, () => (time = { nowMs, isSet: true }));
  answers = [good(7)];
  expect(await load()).toBe(7);
  expect(refused).toEqual([]);
});

test('one is kept and the network is silent: it is there at once, and what comes late is told', async () => {
  answers = [good(7)];
  await load();
  answers = ['hangs'];
  const slow = source();
  let answered: unknown;
  void slow.load().then((result) => (answered = result));
  for (let waitedMs = 0; answered === undefined && waitedMs < 2500; waitedMs += 100) {
    await turnWhenChecked();
    if (answered !== undefined) expect(waitedMs).toBeLessThanOrEqual(500);
  }
  expect(answered).toMatchObject({ ok: true, value: { serial: 7 } });
  const late = slow.late;
  expect(late).toBeDefined();
  await clock.turn(2500);
  await late;
  expect(refused).toEqual(['timeout']);
});

test('an older serial than the accepted one: refused, the accepted one stays, also after a reload of the page', async () => {
  answers = [good(7)];
  await load();
  answers = [good(6)];
  expect(await load()).toBe(7);
  expect(refused).toEqual(['older-than-accepted']);
});

test('body and signature straddle a change: the second look accepts it', async () => {
  answers = [[pointerBody(8), good(7)[1]], good(8)];
  expect(await load()).toBe(8);
  expect(refused).toEqual([]);
});

test('the kept pointer was tampered with: it is not used', async () => {
  answers = [good(7)];
  await load();
  for (const [key, value] of stored) stored.set(key, value.replace('ada', 'eve'));
  answers = ['down'];
  expect(await load()).toBe('unreachable');
});

test('an installation with new keys starts at serial 1: what older keys signed does not bind', async () => {
  stored.set(
    'release-pointer',
    JSON.stringify({ body: pointerBody(50), signatures: signed(pointerBody(50), theirs.privateKey) }),
  );
  answers = [good(1)];
  expect(await load()).toBe(1);
});

describe('while keys are exchanged', () => {
  const next = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  test('a host that trusts the key before and the next one takes what either signed', async () => {
    const both = [trusted, publicText(next)];
    answers = [[pointerBody(7), signedLive(pointerBody(7), next.privateKey)]];
    expect(await load(source(both))).toBe(7);
    answers = [good(8)];
    expect(await load(source(both))).toBe(8);
  });

  test('a pointer with a line per key is taken by a host that knows only one of them, whatever the other lines are', async () => {
    answers = [
      [
        pointerBody(7),
        `${signed(pointerBody(7), next.privateKey)}\nno base64 %%\n${signedLive(pointerBody(7), ours.privateKey)}`,
      ],
    ];
    expect(await load()).toBe(7);
  });

  test('lines that nobody trusted signed do not add up to one', async () => {
    answers = [[pointerBody(7), `${signed(pointerBody(7), next.privateKey)}\n${signed(pointerBody(7), theirs.privateKey)}\n`]];
    expect(await load()).toBe('bad-signature');
  });

  test("a trusted key that cannot be read is nobody's; the others count", async () => {
    answers = [good(7)];
    expect(await load(source(['garbage', trusted]))).toBe(7);
    answers = [good(7)];
    expect(await load(source(['garbage']))).toBe('bad-signature');
  });
});
