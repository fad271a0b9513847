/**
 * Where the service is not offered, for policy reasons: North Korea, Israel, China, Vanuatu and Cuba. Judged by the
 * country a person names and by his phone's area code. Hong Kong (852), Macao (853) and Taiwan (886) have codes of their own.
 */
export const restrictedCountries: ReadonlySet<string> = new Set(['KP', 'IL', 'CN', 'VU', 'CU']);
export const restrictedAreaCodes: ReadonlySet<string> = new Set(['850', '972', '86', '678', '53']);

export const isRestricted = (places: {
  readonly country?: string | undefined;
  readonly areaCode?: string | undefined;
  readonly phone?: string | undefined;
}): boolean =>
  (places.country !== undefined && restrictedCountries.has(places.country)) ||
  (places.areaCode !== undefined && restrictedAreaCodes.has(places.areaCode.replace(/^0+/, ''))) ||
  (places.phone !== undefined && [...restrictedAreaCodes].some((code) => places.phone?.startsWith(`+${code}`) === true));
