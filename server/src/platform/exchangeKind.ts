/**
 * What stands behind the money of real accounts. Only an installation that says NODE_ENV=production and trades on a live feed
 * may hold real money; every other one is a practice exchange and says so. What contradicts itself is refused at start, in
 * words: a forgotten setting must not make a public login, print codes on a terminal, or trade money on invented prices.
 */
export type ExchangeKind = 'practice' | 'real';

export interface Situation {
  /** NODE_ENV as it was set; undefined when it was not. */
  readonly nodeEnv: string | undefined;
  readonly host: string;
  readonly trustedProxies: number;
  readonly feed: 'simulated' | 'replay' | 'live';
  /** EXCHANGE. */
  readonly wanted: ExchangeKind | undefined;
  /** SEED_DEMO_USER. */
  readonly wantsDemoUser: boolean | undefined;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/** Throws an Error that says what to set. */
export function judgeSituation(situation: Situation): { readonly exchange: ExchangeKind; readonly seedDemoUser: boolean } {
  const { nodeEnv, host, trustedProxies, feed, wanted, wantsDemoUser } = situation;
  const open = [
    ...(loopback.test(host) ? [] : [`HOST=${host}`]),
    ...(trustedProxies > 0 ? [`TRUSTED_PROXIES=${trustedProxies}`] : []),
    ...(feed === 'live' ? ['FEED=live'] : []),
  ];
  if (nodeEnv === undefined && open.length > 0) {
    throw new Error(
      `NODE_ENV is not set, but ${open.join(', ')} is made for others than yourself. Set NODE_ENV=production; or NODE_ENV=development ` +
        'if everybody who reaches this server may read the codes on its terminal.',
    );
  }
  const isProduction = nodeEnv === 'production';
  if (wanted === 'real' && feed !== 'live') {
    throw new Error(
      `EXCHANGE=real needs FEED=live: on ${feed === 'replay' ? 'replayed' : 'simulated'} prices no real money is traded. ` +
        'Leave EXCHANGE out for a practice exchange.',
    );
  }
  if (wanted === 'real' && !isProduction) throw new Error('EXCHANGE=real needs NODE_ENV=production.');
  const exchange = wanted ?? (isProduction && feed === 'live' ? 'real' : 'practice');
  if (exchange === 'real' && wantsDemoUser === true) {
    throw new Error(
      'SEED_DEMO_USER=true makes a login that everybody knows, with money in its real account. It is not for an exchange with real ' +
        'money: leave it out, or set EXCHANGE=practice.',
    );
  }
  return { exchange, seedDemoUser: wantsDemoUser ?? (!isProduction && open.length === 0) };
}
