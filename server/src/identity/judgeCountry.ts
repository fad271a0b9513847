import { AppError } from '@tessera/shared/errors';
import { isSupportedCountry } from 'libphonenumber-js';
import { isRestricted } from './restrictedRegions';

/** Of residence, or of a document. Throws PARAMETER_WRONG for what is no country, and AUTH_REGION_RESTRICTED. */
export function judgeCountry(country: string): void {
  if (!isSupportedCountry(country)) throw new AppError('PARAMETER_WRONG', { params: { field: 'country' } });
  if (isRestricted({ country })) throw new AppError('AUTH_REGION_RESTRICTED');
}
