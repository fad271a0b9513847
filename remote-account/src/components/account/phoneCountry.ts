/** Phone numbers as people write them: at home ("079 123 45 67", which needs the country) or for abroad ("+41…", "0041…"). */

/** True while what was typed can only be a phone number without its country. */
export function isHomeNumber(text: string): boolean {
  const typed = text.trim();
  return typed !== '' && !/^(\+|00)/.test(typed) && /^[\d\s()./-]+$/.test(typed);
}

/** The region of the first of the person's languages that names one ("de-CH": CH). "" when none does. */
export function ownCountry(languages: readonly string[] = navigator.languages): string {
  for (const tag of languages) {
    const { region } = new Intl.Locale(tag);
    if (region !== undefined && /^[A-Z]{2}$/.test(region)) return region;
  }
  return '';
}
