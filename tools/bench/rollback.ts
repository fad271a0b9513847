/**
 * npm run bench -- rollback: from the command to the last of 200 connected clients that runs the other release, several
 * times back and forth on a real exchange. The reference in the same run is a bare socket server with as many clients that
 * tells each of them to read the same number of files: what the sockets and the network of this machine cost by themselves.
 */
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { appUrl } from '../../e2e/fixtures/appUrl';
import startTessera from '../../e2e/fixtures/startTessera';
import { handmadeRelease } from '../../e2e/federation/handmadeRelease';
import { publishHandmade, release } from '../../e2e/federation/InstalledReleases';
import { SimulatedClient, trustedKeysOf, until } from '../../e2e/federation/SimulatedClient';

const count = 200;
const rounds = 4;
const remote = 'probe';
const pages = [`/pages/${remote}/index`];
const releases = [
  handmadeRelease(remote, '1.0.0+000000b1', undefined, { pages }),
  handmadeRelease(remote, '1.1.0+000000b2', undefined, { pages }),
] as const;
const versions = releases.map(({ reference }) => reference.version);

const median = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
const spread = (figures: readonly number[]): string =>
  `${Math.round(median(figures))} ms (${Math.round(Math.min(...figures))} to ${Math.round(Math.max(...figures))})`;

/** One socket message to all, three small files read by each: the time to the last one. */
async function bareRounds(): Promise<readonly number[]> {
  const http = createServer((_, response) => response.end('x'.repeat(1500)));
  const server = new Server(http, { path: '/socket', transports: ['websocket'] });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const address = http.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  let done = 0;
  const sockets = Array.from({ length: count }, () => io(origin, { path: '/socket', transports: ['websocket'], forceNew: true }));
  for (const socket of sockets) {
    socket.on('changed', async () => {
      await Promise.all(['a', 'b'].map(async (file) => (await fetch(`${origin}/${file}`)).text()));
      await (await fetch(`${origin}/c`)).text();
      done += 1;
    });
  }
  await until('every bare client is connected', () => sockets.every(({ connected }) => connected));
  const figures: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    done = 0;
    const startedAt = performance.now();
    server.emit('changed');
    await until('every bare client has read', () => done === count);
    figures.push(performance.now() - startedAt);
  }
  sockets.forEach((socket) => socket.disconnect());
  await server.close();
  return figures;
}

const stop = await startTessera();
try {
  for (const each of releases) await publishHandmade(each);
  await release('promote', remote, versions[0] ?? '', '--now', '--unproven');
  const place = { origin: new URL(appUrl()).origin, remote, trustedKeys: await trustedKeysOf(appUrl()) };
  const clients = Array.from({ length: count }, (_, each) => new SimulatedClient(place, `client-${each}`));
  await until('every client runs the first release', () => clients.every(({ version }) => version === versions[0]));

  const [fromCommand, fromEnd]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const isBack = round % 2 === 1;
    const wanted = versions[isBack ? 0 : 1];
    const startedAt = performance.now();
    await (isBack
      ? release('rollback', remote, '--now')
      : release('promote', remote, wanted ?? '', '--now', '--unlock', '--unproven'));
    const endedAt = performance.now();
    await until('the last client moved', () => clients.every(({ version }) => version === wanted));
    const lastAt = Math.max(...clients.map(({ moves }) => moves.at(-1)?.atMs ?? 0));
    fromCommand.push(lastAt - startedAt);
    fromEnd.push(lastAt - endedAt);
  }
  const failures = clients.flatMap((client) => client.failures);
  clients.forEach((client) => client.close());
  const bare = await bareRounds();

  console.log(`${count} clients, ${rounds} changes (promote and rollback in turn), ${failures.length} failures`);
  console.log(`  command typed to last client moved    ${spread(fromCommand)}`);
  console.log(`  command ended to last client moved    ${spread(fromEnd)}`);
  console.log(`  bare message and three reads          ${spread(bare)}`);
  console.log(`  ratio, command ended : bare           ${(median(fromEnd) / median(bare)).toFixed(2)}`);
  if (failures.length > 0) process.exitCode = 1;
} finally {
  await stop();
}
