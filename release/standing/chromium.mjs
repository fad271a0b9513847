/** Finds a Chromium for the browser tests; installs the distribution's own where that is allowed. */
import { existsSync } from 'node:fs';
import { run, say } from './setUp.mjs';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium', '/usr/bin/google-chrome'];
const found = () => [process.env.CHROMIUM_PATH, ...usualPlaces].find((path) => path !== undefined && existsSync(path));

/** Its path, or undefined with a line that says what to do. */
export async function chromiumPath() {
  if (found() !== undefined) return found();
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('installing chromium (apt-get)');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  }
  if (found() === undefined) console.error('No Chromium: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.');
  return found();
}
