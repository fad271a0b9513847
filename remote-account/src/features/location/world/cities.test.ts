import { describe, expect, it } from '@jest/globals';
import { cities, distanceKm, finder, nearestCities } from './cities';
import land from './land.built.mjs';
import { readPoint } from './Place';

const english = new Intl.DisplayNames(['en'], { type: 'region' });
const find = finder((code) => english.of(code) ?? code);
const names = (query: string) => find(query).map(({ name, country }) => `${name} ${country}`);
const zurich = { latitude: 47.37, longitude: 8.55 };

describe('cities', () => {
  it('some thousand, largest first, each with its country and a point of the earth', () => {
    expect(cities.length).toBeGreaterThan(3500);
    expect(cities[0]?.name).toBe('Shanghai');
    expect(cities.filter(({ country }) => !/^[A-Z]{2}$/.test(country))).toEqual([]);
    expect(cities.filter(({ latitude, longitude }) => Math.abs(latitude) > 90 || Math.abs(longitude) > 180)).toEqual([]);
  });

  it.each([
    ['without accents', 'zurich', 'Zürich CH'],
    ['with them', 'Zürich', 'Zürich CH'],
    ['in capitals, with its country', 'ZURICH, SWITZERLAND', 'Zürich CH'],
    ['the start of both', 'zur swi', 'Zürich CH'],
    ['a word within the name', 'janeiro', 'Rio de Janeiro BR'],
    ['letters that only look decomposable', 'lodz', 'Łódź PL'],
    ['a country: its largest city first', 'switzerland', 'Zürich CH'],
  ])('%s', (_, query, first) => {
    expect(names(query)[0]).toBe(first);
  });

  it('nothing asked, or a city that is not there: none; never more than can be looked through', () => {
    expect([names(''), names('  ,'), names('xyzzy')]).toEqual([[], [], []]);
    expect(names('united states')).toHaveLength(50);
  });

  it('the nearest to a point, across the date line too', () => {
    expect(nearestCities(zurich, 1)).toMatchObject([{ name: 'Zürich', country: 'CH' }]);
    expect(Math.round(distanceKm(zurich, { latitude: 46.95, longitude: 7.45 }))).toBe(95);
    expect(distanceKm({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBeLessThan(23);
  });
});

it('the land is drawn by a path alone', () => {
  expect(land.path).toMatch(/^(M-?[\d.]+ [\d.]+(L-?[\d.]+ [\d.]+)+Z)+$/);
  // A coast that jumps over the date line would be a stripe across the map.
  const coasts = land.path.split(/M|Z/).map((coast) => coast.split('L').map((point) => Number(point.split(' ')[0])));
  const steps = coasts.flatMap((easts) => easts.slice(1).map((east, place) => Math.abs(east - (easts[place] ?? 0))));
  expect(steps.filter((step) => step > 180 && step < 359)).toEqual([]);
});

it.each([
  ['47.37', '8.55', true],
  ['-90', '180', true],
  ['91', '0', false],
  ['0', '180.5', false],
  ['', '', false],
  ['1e2', '0', false],
  ['NaN', 'Infinity', false],
  [null, '0', false],
])('%s, %s is a point of the earth: %s', (latitude, longitude, is) => {
  expect(readPoint(latitude, longitude) !== undefined).toBe(is);
});
