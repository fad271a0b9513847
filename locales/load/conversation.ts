/** Of one page, so files of their own: no other page pays for them. */
export const conversation = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/conversation.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/conversation.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/conversation.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/conversation.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/conversation.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/conversation.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/conversation.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/conversation.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/conversation.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/conversation.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/conversation.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/conversation.json'),
};
