/** Packages of the distribution (Debian's), where they may be installed. */
import { existsSync } from 'node:fs';
import { run } from './setUp.mjs';

export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const env = { DEBIAN_FRONTEND: 'noninteractive' };
/** Nobody reads manuals here, and their index takes longer than some packages. */
const withoutManuals = ['-o', 'Dpkg::Options::=--path-exclude=/usr/share/man/*'];

let updated;
/** What there is to install, asked for once. */
function update() {
  updated ??= run('apt-get', ['update', '-qq'], { env });
  return updated;
}

/** Answers the exit code of apt-get. */
export async function install(packages) {
  await update();
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...withoutManuals, ...packages], { env });
}
