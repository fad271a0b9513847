const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Of ISO 4217, as the runtime knows them. */
export const isCurrency = (code: string): boolean => currencies.has(code);
