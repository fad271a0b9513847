/** Makes sure of a Chromium for the browser tests; installs the distribution's own where that is allowed. */
import { existsSync } from 'node:fs';
// By its path: this runs while the packages are still being installed.
import { foundChromium } from '../shared/build/foundChromium.mjs';
import { run, say } from './setUp.mjs';

/** Its path, or undefined with a line that says what to do. */
export async function chromiumPath() {
  if (foundChromium() === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('installing chromium (apt-get)');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    const install = (name) => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
    // Older distributions have no package of the shell alone.
    if ((await install('chromium-headless-shell')) !== 0) await install('chromium');
  }
  if (foundChromium() === undefined)
    console.error('No Chromium: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.');
  return foundChromium();
}
