/** Against a relay of our own: the network's real round 1000 (quicknet), and what a relay may do wrong. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { createDrandBeacon, isRightSignature } from './DrandBeacon';
import { quicknet } from '@tessera/shared/fairness';

const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const value = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Answers with the address of a relay that does as told, and with what it was asked. */
async function aRelay(answer: (response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
const says = (body: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(body));
const fetchRound = (urls: readonly string[], round = 1000) =>
  createDrandBeacon({ urls, chain: quicknet, limitMs: 300 }).fetchRound(round);

it('takes the real round, from whichever relay has it, and derives its value from the signature', async () => {
  const good = await aRelay(says({ round: 1000, randomness: 'ff'.repeat(32), signature }));
  const dead = await aRelay((response) => void response.writeHead(503).end());
  expect(await fetchRound([dead.url, `${good.url}/`])).toEqual({ signature, value });
  expect(good.asked).toEqual([`/${quicknet.hash}/public/1000`]);
});

it.each<[string, unknown]>([
  ['another round under the asked number', { round: 1001, signature }],
  ['an older round than asked for', { round: 999, signature }],
  ['a signature that is no point', { round: 1000, signature: `a${signature.slice(1)}` }],
  ['a signature of nothing', { round: 1000, signature: '' }],
  ['no round', null],
  ['too much', { round: 1000, signature, more: 'x'.repeat(10_000) }],
])('refuses %s', async (_, body) => {
  const relay = await aRelay(says(body));
  await expect(fetchRound([relay.url])).rejects.toThrow(relay.url);
});

it('refuses a right signature of another round, and one of another network', () => {
  expect(isRightSignature(quicknet, 1000, signature)).toBe(true);
  expect(isRightSignature(quicknet, 1001, signature)).toBe(false);
  // The curve's own generator: a valid public key, of nobody.
  const other =
    '93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8';
  expect(isRightSignature({ publicKey: other }, 1000, signature)).toBe(false);
});

it('gives up on a relay that hangs, and on one that is not there', async () => {
  const hanging = await aRelay(() => undefined);
  const trickling = await aRelay((response) => void response.write('{"round": 1000,'));
  await expect(fetchRound([hanging.url, trickling.url])).rejects.toThrow(/timeout/i);
  await expect(fetchRound(['http://127.0.0.1:9'])).rejects.toThrow();
});
