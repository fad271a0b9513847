/** Every country with its phone area code, from the phone library's metadata, and where the service is not offered. */
import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import { isRestricted } from '../identity/restrictedRegions';
import type { EndpointResponse } from '@tessera/shared/contract';

export const areaCodes: EndpointResponse<'areaCodes'>['items'] = getCountries()
  .map((country) => {
    const areaCode: string = getCountryCallingCode(country);
    return { country, areaCode, isRestricted: isRestricted({ country, areaCode }) };
  })
  .sort((a, b) => (a.country < b.country ? -1 : 1));
