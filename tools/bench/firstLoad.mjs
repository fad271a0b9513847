/**
 * What a first visit loads, in brotli bytes and requests, and against the same files as one build. Sizes come
 * from a production build published into a scratch store, so they are what a browser really fetches.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { runProgram, setUp } from '../setUp.mjs';

await setUp();
const scratch = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
if ((await runProgram('release/src/main.ts', ['install'], { env: { DATA_DIR: scratch } })) !== 0) process.exit(1);

const brotli = (path) => brotliCompressSync(readFileSync(path)).length;
const row = (name, bytes) => console.log(`${name.padEnd(44)} ${(bytes / 1000).toFixed(1).padStart(8)} kB`);
const hostFile = (path) => join(scratch, 'host/current', path);

const html = readFileSync(hostFile('index.html'), 'utf8');
const hostFiles = [...html.matchAll(/(?:src|href)=["']?\/h5\/([^"' >]+\.(?:js|css))/g)].map((match) => match[1]);
const pointer = JSON.parse(readFileSync(join(scratch, 'releases/pointer/prod.json'), 'utf8'));

console.log('\nHost, first load (brotli)');
const hostBytes = ['index.html', ...hostFiles].map((path) => ({ path, bytes: brotli(hostFile(path)) }));
for (const { path, bytes } of hostBytes) row(`  ${path}`, bytes);
const hostTotal = hostBytes.reduce((sum, { bytes }) => sum + bytes, 0);
row('  together', hostTotal);

console.log('\nRemotes (brotli)');
for (const [name, { stable }] of Object.entries(pointer.remotes)) {
  const entry = brotli(join(scratch, 'releases', stable.entry));
  const first = (stable.preload ?? []).reduce((sum, { href }) => sum + brotli(join(scratch, 'releases', href)), 0);
  row(`  ${name}: entry`, entry);
  row(`  ${name}: first page`, first);
}

const landing = pointer.remotes.market.stable;
const pointerFiles = ['prod.json', 'prod.json.sig'].map((name) => brotli(join(scratch, 'releases/pointer', name)));
const landingEntry = brotli(join(scratch, 'releases', landing.entry));
const landingFirst = (landing.preload ?? []).map(({ href }) => brotli(join(scratch, 'releases', href)));
const federated = {
  requests: hostBytes.length + pointerFiles.length + 1 + landingFirst.length,
  bytes: hostTotal + landingEntry + [...pointerFiles, ...landingFirst].reduce((a, b) => a + b, 0),
};
const single = { requests: hostBytes.length + landingFirst.length, bytes: hostTotal + landingFirst.reduce((a, b) => a + b, 0) };
console.log('\nFirst visit of the landing page');
row(`  federated: ${federated.requests} requests`, federated.bytes);
row(`  the same files without entry and pointer: ${single.requests} requests`, single.bytes);
console.log(
  `  ratio: requests ${(federated.requests / single.requests).toFixed(2)}, bytes ${(federated.bytes / single.bytes).toFixed(2)}`,
);
