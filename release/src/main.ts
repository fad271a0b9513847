/** The release tool's program: `npm run release -- <verb>`. docs/releases.md lists verbs and exit codes. */
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { commandLine } from './cli/commandLine';

// The object store's client would tell every operator with each command that Node 20 is old; README.md says so once.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const root = resolve(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const ending = new AbortController();
// Anything but a watch ends as programs do.
if (args.includes('--watch')) process.once('SIGINT', () => ending.abort());

process.exitCode = await commandLine(args, {
  out: process.stdout,
  error: process.stderr,
  env: process.env,
  root,
  dataDir: resolve(root, process.env['DATA_DIR'] ?? '.data'),
  user: process.env['USER'] ?? userInfo().username,
  signal: ending.signal,
  now: () => Date.now(),
});
