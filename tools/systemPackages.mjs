/** Packages of the distribution (Debian's), where they may be installed. */
import { existsSync } from 'node:fs';
import { run } from './setUp.mjs';

export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Not the folder of a run of the tests, which other users may not read and which is removed at its end. */
const env = { DEBIAN_FRONTEND: 'noninteractive', TMPDIR: '/tmp' };
/** Nobody reads manuals here, and their index takes longer than some packages. */
const withoutManuals = ['-o', 'Dpkg::Options::=--path-exclude=/usr/share/man/*'];

/** With what the cores have left: checks and tests run beside it. */
const aptGet = (...args) => run('nice', ['-n', '19', 'apt-get', ...args], { env });

let updated;
/** What there is to install, asked for once. */
function update() {
  updated ??= aptGet('update', '-qq');
  return updated;
}

/** Answers the exit code of apt-get. */
export async function install(packages) {
  await update();
  return aptGet('install', '-y', '-qq', '--no-install-recommends', ...withoutManuals, ...packages);
}
