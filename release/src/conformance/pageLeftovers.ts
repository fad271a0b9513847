/** What only the browser itself knows of a page: listeners on what outlives a remote, and how many objects a page keeps alive. */
import type { CDPSession } from 'playwright';

/** What outlives every remote. Media queries have no name of their own: the harness page knows those that are alive. */
const lasting = [
  'window',
  'document',
  'document.documentElement',
  'document.head',
  'document.body',
  'window.visualViewport',
  'navigator.connection',
  'screen.orientation',
];

/** One line per listener, equal for equal listeners. */
export async function lastingListeners(browser: CDPSession): Promise<readonly string[]> {
  const group = 'listeners';
  const found = await Promise.all(lasting.map((name) => listenersOf(browser, name, name, group)));
  const queries = await browser.send('Runtime.evaluate', { expression: 'harness.mediaQueries()', objectGroup: group });
  const { result } = await browser.send('Runtime.getProperties', {
    objectId: queries.result.objectId ?? '',
    ownProperties: true,
  });
  for (const { value } of result)
    if (value?.objectId !== undefined) found.push(await listenersOfObject(browser, 'a media query', value.objectId));
  await browser.send('Runtime.releaseObjectGroup', { objectGroup: group });
  return found.flat();
}

/** Live objects by kind, after the garbage is collected. */
export async function liveObjects(browser: CDPSession): Promise<ReadonlyMap<string, number>> {
  await collectAll(browser);
  const { result } = await browser.send('Runtime.evaluate', { expression: 'harness.liveObservers()', returnByValue: true });
  const { nodes, jsEventListeners } = await browser.send('Memory.getDOMCounters');
  return new Map([
    ...Object.entries(result.value as Record<string, number>),
    ['DOM node', nodes] as const,
    ['event listener', jsEventListeners] as const,
  ]);
}

/** To ask for the instances of a class also lets go what compiled code holds. It walks the whole heap: once is enough. */
async function collectAll(browser: CDPSession): Promise<void> {
  const objectGroup = 'instances';
  const { result } = await browser.send('Runtime.evaluate', { expression: '(class {}).prototype', objectGroup });
  await browser.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '', objectGroup });
  await browser.send('Runtime.releaseObjectGroup', { objectGroup });
  await browser.send('HeapProfiler.collectGarbage');
}

async function listenersOf(browser: CDPSession, what: string, expression: string, group: string): Promise<readonly string[]> {
  const { result } = await browser.send('Runtime.evaluate', { expression, objectGroup: group });
  return result.objectId === undefined ? [] : listenersOfObject(browser, what, result.objectId);
}

async function listenersOfObject(browser: CDPSession, what: string, objectId: string): Promise<readonly string[]> {
  const { listeners } = await browser.send('DOMDebugger.getEventListeners', { objectId });
  return listeners.map(
    ({ type, lineNumber, columnNumber }) => `"${type}" on ${what} (its code is at ${lineNumber + 1}:${columnNumber + 1})`,
  );
}
