/** The palette is read from the style sheet itself and judged by the contrast formula of WCAG 2. */
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function palette(theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const block = new RegExp(`\\[data-theme='${theme}'\\] \\{([^}]*)\\}`).exec(sheet)?.[1] ?? '';
  return new Map([...block.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]));
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'sunken'] as const;
const pairs: readonly (readonly [text: string, ground: string])[] = [
  ...['ink', 'ink-soft', 'ink-faint', 'accent', 'green', 'red', 'warning', 'danger', 'success', 'demo'].flatMap((text) =>
    grounds.map((ground) => [text, ground] as const),
  ),
  ...[
    'accent-fill',
    'accent-fill-pressed',
    'green-fill',
    'green-fill-pressed',
    'red-fill',
    'red-fill-pressed',
    'danger-fill',
    'demo-fill',
  ].map((ground) => ['on-fill', ground] as const),
  ...['accent', 'info', 'green', 'red', 'warning', 'danger', 'success', 'demo'].map((name) => [name, `${name}-soft`] as const),
  ...['accent-soft', 'info-soft', 'green-soft', 'red-soft', 'warning-soft', 'danger-soft', 'success-soft', 'demo-soft'].flatMap(
    (ground) =>
      [
        ['ink', ground],
        ['ink-soft', ground],
      ] as const,
  ),
  ['ink-faint', 'demo-soft'],
  ...[1, 2, 3, 4, 5, 6].map((place) => `series-${place}`).map((name) => [name, 'surface'] as const),
];

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const colors = palette(theme);
  test.each(pairs)('%s can be read on %s', (text, ground) => {
    expect(contrast(colors.get(text) ?? '', colors.get(ground) ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});

test('both themes name the same colours', () => {
  expect([...palette('dark').keys()].sort()).toEqual([...palette('light').keys()].sort());
});

test('the judge can say no', () => {
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 1);
});
