import { expect, test } from '@jest/globals';
import { aPointer, aRemotePointer } from '../testing/aRelease';
import { checkPrintable, printable, printablePointer } from './printable';

test.each([
  ['colours and the cursor', '\u001b[2J\u001b[31mall is well', '\\u{1b}[2J\\u{1b}[31mall is well'],
  ['the same in one character', '\u009b2J', '\\u{9b}2J'],
  ['the clipboard', '\u001b]52;c;aGk=\u0007', '\\u{1b}]52;c;aGk=\\u{7}'],
  ['a line that looks like another entry', 'typo\n9  ada: rolled back', 'typo\\u{a}9  ada: rolled back'],
  ['a line that is written over', 'bad\rgood', 'bad\\u{d}good'],
  ['another order of letters', 'a\u202eb', 'a\\u{202e}b'],
])('%s: spelled out where it is shown, refused where it is written', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
  expect(() => checkPrintable('--reason', text)).toThrow(/control characters/);
});

test('words in any writing are as they are; a book is refused', () => {
  for (const text of ['leere Seite · 空白页 · หน้าว่าง 👩‍💻', '']) {
    expect(printable(text)).toBe(text);
    expect(() => checkPrintable('--reason', text)).not.toThrow();
  }
  expect(() => checkPrintable('--reason', 'x'.repeat(501))).toThrow(/longer than 500/);
});

test('what an older tool let into a pointer is spelled out wherever a person wrote', () => {
  const remote = aRemotePointer('market', '1.0.0+00000001', {
    lock: { by: 'a\u001bda', reason: 'x\ny', atMs: 1 },
    disabled: { message: { en: 'back\u0007' } },
  });
  expect(printablePointer(aPointer(1, { by: '\u009bx', reason: 'a\nb', remotes: { market: remote } }))).toMatchObject({
    by: '\\u{9b}x',
    reason: 'a\\u{a}b',
    remotes: {
      market: { lock: { by: 'a\\u{1b}da', reason: 'x\\u{a}y' }, disabled: { message: { en: 'back\\u{7}' } } },
    },
  });
});
