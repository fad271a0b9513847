/**
 * The document in which components are tested still knows what a browser hides (shared/build/PageEnvironment.cjs), and a module is the file's
 * own although its script is kept (shared/build/PageRuntime.cjs).
 */
import { expect, jest, test } from '@jest/globals';

test('what is hidden, closed, invisible or not to be pressed is so in its computed style', () => {
  document.body.innerHTML = `
    <p id="shown">x</p><p id="hidden" hidden>x</p><dialog id="closed">x</dialog><dialog id="open" open>x</dialog>
    <input id="input" type="hidden"><template id="template"></template><p id="none" style="display: none">x</p>
    <div style="visibility: hidden; pointer-events: none"><p id="inside">x</p></div>`;
  const styleOf = (id: string) => getComputedStyle(document.getElementById(id) as HTMLElement);
  const isHidden = (id: string) => styleOf(id).display === 'none';
  expect(['shown', 'hidden', 'closed', 'open', 'input', 'template', 'none'].filter(isHidden)).toEqual([
    'hidden',
    'closed',
    'input',
    'template',
    'none',
  ]);
  expect([styleOf('inside').visibility, styleOf('inside').pointerEvents]).toEqual(['hidden', 'none']);
  expect([styleOf('shown').visibility, styleOf('shown').pointerEvents]).toEqual(['visible', 'auto']);
});

test('a module that is forgotten is evaluated anew, among the globals of this document; an error names its line', async () => {
  const load = () => import('../domain/errors/invariant');
  const first = await load();
  expect((await load()).InvariantError).toBe(first.InvariantError);
  jest.resetModules();
  const again = await load();
  expect(again.InvariantError).not.toBe(first.InvariantError);
  expect(new again.InvariantError('x') instanceof Error).toBe(true);
  expect(stackOf(() => again.assertNever(0 as never, 'x'))).toMatch(/invariant\.ts:\d+:\d+/);
});

function stackOf(throwing: () => unknown): string | undefined {
  try {
    throwing();
  } catch (error) {
    return (error as Error).stack;
  }
  return undefined;
}
