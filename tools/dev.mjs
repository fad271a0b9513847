/**
 * npm run dev: the app while it is being written.
 *
 *   npm run dev                                  the exchange and the production host; what changes goes live in open pages
 *   npm run dev -- --only trade                  the same, watching that one package
 *   npm run dev -- --only trade --alone          that remote on a page of its own, with a played exchange
 *   npm run dev -- --only trade --alone --api http://localhost:8080     … over a running exchange
 *   npm run dev -- --only trade --preview http://localhost:8080         publishes the sources as they are, prints where to see them
 */
import { parseArgs } from 'node:util';
import { devAlone } from './devAlone.mjs';
import { devEverything } from './devEverything.mjs';
import { devPreview } from './devPreview.mjs';
import { remotes } from './remotes.mjs';
import { fail, setUp } from './setUp.mjs';

const packages = ['host', ...remotes];

function parse() {
  const options = {
    only: { type: 'string' },
    alone: { type: 'boolean', default: false },
    api: { type: 'string' },
    preview: { type: 'string' },
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(error.message, 2);
  }
}

const { only, alone, api, preview } = parse();
if (only !== undefined && !packages.includes(only)) fail(`--only takes one of: ${packages.join(', ')}`, 2);
const isRemote = remotes.includes(only);
if (alone && !isRemote) fail(`--alone needs a remote: --only <${remotes.join('|')}> --alone`, 2);
if (preview !== undefined && !isRemote)
  fail(`--preview needs a remote: --only <${remotes.join('|')}> --preview <address of the app>`, 2);
if (alone && preview !== undefined) fail('--alone and --preview are two different things: give one of them', 2);
if (api !== undefined && !alone) fail('--api belongs to --alone', 2);
for (const address of [api, preview])
  if (address !== undefined && !URL.canParse(address)) fail(`"${address}" is no address: http://localhost:8080, say`, 2);

await setUp();
if (alone) process.exit(await devAlone(only, api));
if (preview !== undefined) process.exit(await devPreview(only, preview));
process.exit(await devEverything(only));
