/** Where this machine's Chromium is: what CHROMIUM_PATH names, else the shell without a window, which is the same browser for a sixth less time, else the whole one. */
import { existsSync } from 'node:fs';

const defaultPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
];

/** The path of the program; undefined where there is none. */
export function foundChromium() {
  const named = process.env.CHROMIUM_PATH;
  return (named === undefined ? defaultPlaces : [named]).find((path) => existsSync(path));
}
