/** The specification's four keys in local storage; everything else of ours is prefixed. */
export const storageKeys = {
  token: 'token',
  userInfo: 'userInfo',
  lang: 'lang',
  theme: 'theme',
  upColor: 'tessera.upColor',
  amountsHidden: 'tessera.amountsHidden',
  agreementSeen: 'tessera.agreementSeen',
  welcomeSeen: 'tessera.welcomeSeen',
  servicePlace: 'tessera.servicePlace',
} as const;
