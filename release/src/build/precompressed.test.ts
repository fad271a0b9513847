import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { brotli } from './brotli';
import { precompressed } from './precompressed';

const text = Buffer.from('room '.repeat(400));
const quick = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });

const ofTheRun = process.env['TESSERA_COMPRESSION'];
afterEach(() => {
  if (ofTheRun === undefined) delete process.env['TESSERA_COMPRESSION'];
  else process.env['TESSERA_COMPRESSION'] = ofTheRun;
});

const formOf = (came?: Uint8Array): Uint8Array | undefined =>
  precompressed(new Map([['app.js', text], ...(came === undefined ? [] : [['app.js.br', came] as const])])).get('app.js.br');

test('a text gets its brotli form; what is short or a picture gets none', () => {
  expect(brotliDecompressSync(formOf() ?? '').equals(text)).toBe(true);
  const files = new Map([
    ['short.js', Buffer.from('1')],
    ['picture.png', text],
  ]);
  expect([...precompressed(files).keys()]).toEqual(['short.js', 'picture.png']);
});

test('a form that came with the build is kept when it is of that file, and made anew when it is not', () => {
  expect(formOf(quick)).toBe(quick);
  for (const wrong of [Buffer.from('no brotli'), brotliCompressSync(`${text.toString()}more`), brotliCompressSync('less')])
    expect(brotliDecompressSync(formOf(wrong) ?? '').equals(text)).toBe(true);
});

test('the smallest form is sent, except in a run of tests; what is weighed is the smallest in either', () => {
  const bytes = readFileSync(join(import.meta.dirname, '../commands/publish.ts'));
  const sent = () => precompressed(new Map([['app.js', bytes]])).get('app.js.br') ?? Buffer.of();
  delete process.env['TESSERA_COMPRESSION'];
  const smallest = sent();
  expect(smallest).toBe(brotli(bytes));
  process.env['TESSERA_COMPRESSION'] = 'quick';
  expect(sent().length).toBeGreaterThan(smallest.length);
  expect(brotliDecompressSync(sent()).equals(bytes)).toBe(true);
  expect(brotli(bytes)).toBe(smallest);
});
