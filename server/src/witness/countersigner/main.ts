/**
 * npm run witness: a countersigning witness on PORT (8090). WITNESS_DIR (.witness) keeps its key and what it signed;
 * WITNESS_EXCHANGES, public keys with commas between, names whom it follows; without it, anyone who comes and finds room. Anyone who runs it
 * should not be the exchange. It answers
 *
 *   POST /roots                the roots that are new (the body of Countersigner.ts › showing): its signature, or 409 and the reason
 *   GET  /roots/<public key>   what it signed last of that exchange; anybody may ask, and compare
 *   GET  /key                  its public key
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createSystemClock } from '../../platform/Clock';
import { stopOnSignal } from '../../platform/stopOnSignal';
import { readSigningKeys } from '../../record/SigningKey';
import { createCountersigner } from './Countersigner';
import { serveCountersigner } from './serveCountersigner';

const folder = resolve(process.env['WITNESS_DIR'] ?? '.witness');
await mkdir(folder, { recursive: true });
const keys = await readSigningKeys(join(folder, 'signing-keys'));
const clock = createSystemClock();
const say = (line: string): void => void process.stdout.write(`${new Date(clock.now()).toISOString()} ${line}\n`);
const countersigner = await createCountersigner({
  folder,
  exchanges: new Set(
    (process.env['WITNESS_EXCHANGES'] ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
  key: keys.at(-1) ?? keys[0],
  now: () => clock.now(),
  onRefused: (reason, message) => say(`REFUSED (${reason}): ${message}`),
});
const http = serveCountersigner(countersigner);
stopOnSignal({ limitMs: 5_000, stop: () => http.close() });
const address = await http.listen({ port: Number(process.env['PORT'] ?? 8090), host: process.env['HOST'] ?? '127.0.0.1' });
say(`witness ${countersigner.publicKey} at ${address}, keeping ${folder}`);
