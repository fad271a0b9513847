/** What is answered to somebody who pays in, beside the bounds of an amount (walletCases). */
import { topUpsWaiting } from '@tessera/shared/contract';
import type { MessageCase } from './MessageCase';

const manual = { method: 'manual', asset: 'USDT', amount: '100', uploadIds: [] };

export const topUpCases: readonly MessageCase[] = [
  {
    situation: 'all addresses of a network are given',
    code: 'TOPUP_ADDRESSES_USED_UP',
    act: async (exchange) => (await exchange.aPerson({ mode: 'real' })).ask('topUpAddress', { asset: 'USDT', network: 'tron' }),
  },
  {
    situation: 'one more than may wait',
    code: 'TOPUP_TOO_MANY',
    params: { max: String(topUpsWaiting) },
    async act(exchange) {
      const person = await exchange.aPerson({ mode: 'real' });
      for (let asked = 0; asked < topUpsWaiting; asked += 1) await person.get('topUp', manual);
      return person.ask('topUp', manual);
    },
  },
  {
    situation: 'a request for what a program finds on the chain',
    code: 'TOPUP_FOUND_BY_ITSELF',
    act: async (exchange) =>
      (await exchange.aPerson({ mode: 'real' })).ask('topUp', {
        method: 'crypto',
        asset: 'USDT',
        network: 'ethereum',
        amount: '100',
        uploadIds: ['one'],
      }),
  },
];
