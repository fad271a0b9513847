/** The cities that can be chosen, largest first, and the ways to find one. In a chunk of its own: about 40 kB. */
import columns from './cities.built.mjs';
import type { City, Point } from './Place';

export const cities: readonly City[] = columns.names.map((name, place) => ({
  name,
  country: columns.countries.slice(2 * place, 2 * place + 2),
  latitude: (columns.latitudes[place] ?? 0) / 100,
  longitude: (columns.longitudes[place] ?? 0) / 100,
}));

/** Letters that no decomposition makes plain. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
};

/** Words without accents and signs, as anybody may type them. */
const plainWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[łøđıßæœþð]/g, (letter) => plainLetters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

export type FindCities = (query: string) => readonly City[];

const mostFound = 50;

/**
 * Each word of a query begins a word of the city's name or of its country's, as `nameOf` says it in the reader's language. Names that
 * begin with the query come first, then names that have its words, then countries; the larger city first. 50 at most.
 */
export function finder(nameOf: (country: string) => string): FindCities {
  const ofCountry = new Map([...new Set(cities.map(({ country }) => country))].map((code) => [code, plainWords(nameOf(code))]));
  const known = cities.map((city) => ({ city, name: plainWords(city.name), country: ofCountry.get(city.country) ?? [] }));
  const begins = (words: readonly string[], asked: string) => words.some((word) => word.startsWith(asked));
  return (query) => {
    const asked = plainWords(query);
    if (asked.length === 0) return [];
    const whole = asked.join(' ');
    const ranks: City[][] = [[], [], []];
    for (const { city, name, country } of known) {
      if (!asked.every((word) => begins(name, word) || begins(country, word))) continue;
      const rank = name.join(' ').startsWith(whole) ? 0 : asked.some((word) => begins(name, word)) ? 1 : 2;
      ranks[rank]?.push(city);
    }
    return ranks.flat().slice(0, mostFound);
  };
}

const earthKm = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Along the surface. */
export function distanceKm(one: Point, other: Point): number {
  const [north, south] = [radians(one.latitude), radians(other.latitude)];
  const half =
    Math.sin((north - south) / 2) ** 2 +
    Math.cos(north) * Math.cos(south) * Math.sin(radians(one.longitude - other.longitude) / 2) ** 2;
  return 2 * earthKm * Math.asin(Math.sqrt(Math.min(1, half)));
}

/** The nearest first. */
export function nearestCities(point: Point, count: number): readonly (City & { readonly km: number })[] {
  return cities
    .map((city) => ({ ...city, km: distanceKm(point, city) }))
    .sort((one, other) => one.km - other.km)
    .slice(0, count);
}
