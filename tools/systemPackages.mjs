/** Packages of the distribution (Debian's), where they may be installed. */
import { existsSync } from 'node:fs';
import { run } from './setUp.mjs';

export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const env = { DEBIAN_FRONTEND: 'noninteractive' };
/** Nobody reads manuals here, and their index takes longer than some packages. */
const withoutManuals = ['-o', 'Dpkg::Options::=--path-exclude=/usr/share/man/*'];

/** Whoever waits for it waits for other things meanwhile: it takes what the cores have left. */
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
