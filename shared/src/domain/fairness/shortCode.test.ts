import { readSealCode, sealCode, shortCode } from './shortCode';

const root = '00443214c74254b635cf84653a56d7c675be77df'.padEnd(64, 'a');
const minuteMs = Date.UTC(2026, 0, 5, 12, 7);

it('eighty bits in four groups, five bits a character, highest first', () => {
  expect(shortCode(root)).toBe('0123-4567-89AB-CDEF');
});

it('with its minute a code says what it is about, however it is written down', () => {
  const code = sealCode({ minuteMs, root });
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
  const told = { minuteMs, code: shortCode(root) };
  expect(readSealCode(code, minuteMs)).toEqual(told);
  expect(readSealCode(code, minuteMs + 300 * 86_400_000)).toEqual(told);
  const heard = code.toLowerCase().replace(/-/g, ' ').replace(/0/g, 'o').replace(/1/g, 'l');
  expect(readSealCode(` ${heard} `, minuteMs + 59_000)).toEqual(told);
});

it.each(['', '0123-4567-89AB-CDEF', 'U123-4567-89AB-CDEF-GHJK', '0123-4567-89AB-CDEF-GHJK-M'])('%j is no code', (text) => {
  expect(readSealCode(text, minuteMs)).toBeUndefined();
});
