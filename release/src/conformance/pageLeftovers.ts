/** What only the browser itself knows of a page: listeners on what outlives a remote, and how many objects a page keeps alive. */
import type { CDPSession } from 'playwright';

/** What outlives every remote. Media queries have no name of their own: all that are alive are asked. */
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
const observers = ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'];

/** One line per listener, equal for equal listeners. */
export async function lastingListeners(browser: CDPSession): Promise<readonly string[]> {
  const group = 'listeners';
  const found = await Promise.all(lasting.map((name) => listenersOf(browser, name, name, group)));
  const queries = await instancesOf(browser, 'MediaQueryList', group);
  const count = await lengthOf(browser, queries);
  for (let index = 0; index < count; index += 1) {
    const { result } = await browser.send('Runtime.callFunctionOn', {
      objectId: queries,
      functionDeclaration: `function () { return this[${index}]; }`,
      objectGroup: group,
    });
    if (result.objectId !== undefined) found.push(await listenersOfObject(browser, 'a media query', result.objectId));
  }
  await browser.send('Runtime.releaseObjectGroup', { objectGroup: group });
  return found.flat();
}

/** Live objects by kind, after the garbage is collected (asking for instances collects it). */
export async function liveObjects(browser: CDPSession): Promise<ReadonlyMap<string, number>> {
  const group = 'live';
  const counts = new Map<string, number>();
  for (const name of observers) counts.set(name, await lengthOf(browser, await instancesOf(browser, name, group)));
  await browser.send('Runtime.releaseObjectGroup', { objectGroup: group });
  await browser.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await browser.send('Memory.getDOMCounters');
  return counts.set('DOM node', nodes).set('event listener', jsEventListeners);
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

async function instancesOf(browser: CDPSession, constructor: string, group: string): Promise<string> {
  const { result } = await browser.send('Runtime.evaluate', { expression: `${constructor}.prototype`, objectGroup: group });
  const { objects } = await browser.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    objectGroup: group,
  });
  return objects.objectId ?? '';
}

async function lengthOf(browser: CDPSession, objectId: string): Promise<number> {
  const { result } = await browser.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  return Number(result.value);
}
