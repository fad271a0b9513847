import Bowser from 'bowser';

/** What a name may be: of a browser that the library does not know it answers a piece of what was sent. */
const known: ReadonlySet<string | undefined> = new Set([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)]);

/**
 * "Chrome, Android": what a person recognises his device by. Empty when the browser says nothing that is known; nobody's own
 * words come into a message or a mail by it.
 */
export function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter((name) => known.has(name)).join(', ');
}
