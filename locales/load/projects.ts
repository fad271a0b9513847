/** Of the pages of projects, which bring them: no other page pays for them. */
export const projects = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/projects.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/projects.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/projects.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/projects.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/projects.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/projects.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/projects.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/projects.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/projects.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/projects.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/projects.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/projects.json'),
};
