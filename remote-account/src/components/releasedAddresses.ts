/** Pages of others that this release itself leads to, by what they are of. */
export const releasedAddresses = {
  cities: 'https://www.geonames.org/',
  licence: 'https://creativecommons.org/licenses/by/4.0/',
} as const;
