/** What no product of its own answers. */
import type { MessageCase } from './MessageCase';

export const generalCases: readonly MessageCase[] = [
  {
    situation: 'the order book of a pair that has none',
    code: 'FEATURE_NOT_OPEN',
    act: (exchange) => exchange.ask('depth', { symbol: 'EUR-USD' }),
  },
  {
    situation: 'one price alert more than a person may have',
    code: 'ALERT_TOO_MANY',
    params: { max: '50' },
    async act(exchange) {
      const person = await exchange.aPerson();
      await exchange.database.owner.query(
        `insert into price_alert (user_id, symbol_id, direction, price, looked_seq, set_at_ms) select $1, 'BTC-USDT', 'above', n, 1, 1 from generate_series(900001, 900050) n`,
        [person.userId],
      );
      return person.ask('alertSet', { symbol: 'BTC-USDT', direction: 'above', price: '910000' });
    },
  },
];
