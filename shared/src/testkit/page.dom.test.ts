/** The document in which components are tested still knows what a browser hides (shared/build/PageEnvironment.cjs). */
import { expect, test } from '@jest/globals';

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
