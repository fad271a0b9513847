/** Makes sure of a Chromium for the browser tests; installs the distribution's own where that is allowed. */
// By its path: this is read before the packages are installed.
import { foundChromium } from '../shared/build/foundChromium.mjs';
import { say } from './setUp.mjs';
import { install, mayInstall } from './systemPackages.mjs';

/** Its path, or undefined with a line that says what to do. */
export async function chromiumPath() {
  if (foundChromium() === undefined && mayInstall()) {
    say('installing chromium (apt-get)');
    // Older distributions have no package of the shell alone.
    if ((await install(['chromium-headless-shell'])) !== 0) await install(['chromium']);
  }
  if (foundChromium() === undefined)
    console.error('No Chromium: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.');
  return foundChromium();
}
