import { readSealCode, sealCode, sealSalt, shortCode } from './shortCode';

const root = '00443214c74254b635cf84653a56d7c675be77df'.padEnd(64, 'a');
const minuteMs = Date.UTC(2026, 0, 5, 12, 7);
const seal = { minuteMs, root };
const salt = '01234567';

it('forty random bits, five bits a character, highest first', () => {
  expect(sealSalt(Uint8Array.of(0x00, 0x44, 0x32, 0x14, 0xc7))).toBe(salt);
});

it('forty bits of the hash of salt, minute and root', () => {
  expect(shortCode(seal, salt)).toBe('9BV0-A15J');
});

it('roots that were sought to have the same code under one salt have another one under the next', () => {
  const code = (one: string): string => shortCode(seal, one);
  expect(new Set([salt, '01234568', '11234567', 'ZZZZZZZZ'].map(code)).size).toBe(4);
  expect(shortCode({ ...seal, root: 'b'.repeat(64) }, salt)).not.toBe(code(salt));
  expect(shortCode({ ...seal, minuteMs: minuteMs + 60_000 }, salt)).not.toBe(code(salt));
});

it('with its minute and salt a code says what it is about, however it is written down', () => {
  const code = sealCode(seal, salt);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
  const told = { minuteMs, salt, code: shortCode(seal, salt) };
  expect(readSealCode(code, minuteMs)).toEqual(told);
  expect(readSealCode(code, minuteMs + 300 * 86_400_000)).toEqual(told);
  const heard = code.toLowerCase().replace(/-/g, ' ').replace(/0/g, 'o').replace(/1/g, 'l');
  expect(readSealCode(` ${heard} `, minuteMs + 59_000)).toEqual(told);
});

it.each(['', '0123-4567-89AB-CDEF', 'U123-4567-89AB-CDEF-GHJK', '0123-4567-89AB-CDEF-GHJK-M'])('%j is no code', (text) => {
  expect(readSealCode(text, minuteMs)).toBeUndefined();
});
