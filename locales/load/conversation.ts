/** Of one page, so files of their own: no other page pays for them. */
export const conversation = {
  zh: () => import(/* webpackChunkName: "text-zh-conversation" */ '../zh/conversation.json'),
  en: () => import(/* webpackChunkName: "text-en-conversation" */ '../en/conversation.json'),
  jp: () => import(/* webpackChunkName: "text-jp-conversation" */ '../jp/conversation.json'),
  ko: () => import(/* webpackChunkName: "text-ko-conversation" */ '../ko/conversation.json'),
  tw: () => import(/* webpackChunkName: "text-tw-conversation" */ '../tw/conversation.json'),
  vn: () => import(/* webpackChunkName: "text-vn-conversation" */ '../vn/conversation.json'),
  pt: () => import(/* webpackChunkName: "text-pt-conversation" */ '../pt/conversation.json'),
  es: () => import(/* webpackChunkName: "text-es-conversation" */ '../es/conversation.json'),
  it: () => import(/* webpackChunkName: "text-it-conversation" */ '../it/conversation.json'),
  th: () => import(/* webpackChunkName: "text-th-conversation" */ '../th/conversation.json'),
  de: () => import(/* webpackChunkName: "text-de-conversation" */ '../de/conversation.json'),
  fr: () => import(/* webpackChunkName: "text-fr-conversation" */ '../fr/conversation.json'),
};
