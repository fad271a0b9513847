/** One import per language, written out, so that the bundler makes one small chunk of each and a page loads only its own. */
export const host = {
  zh: () => import('../zh/host.json'),
  en: () => import('../en/host.json'),
  jp: () => import('../jp/host.json'),
  ko: () => import('../ko/host.json'),
  tw: () => import('../tw/host.json'),
  vn: () => import('../vn/host.json'),
  pt: () => import('../pt/host.json'),
  es: () => import('../es/host.json'),
  it: () => import('../it/host.json'),
  th: () => import('../th/host.json'),
  de: () => import('../de/host.json'),
  fr: () => import('../fr/host.json'),
};
