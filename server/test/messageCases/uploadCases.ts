/** What is answered about pictures. */
import { aJpeg } from '../pictures';
import type { Answer, Person, TradingExchange } from '../tradingExchange';
import type { MessageCase } from './MessageCase';

const send = (person: Person, file: Buffer, field = 'front'): Promise<Answer> =>
  person.ask('upload', { purpose: 'paper', field, file });
const sent = (situation: string, code: MessageCase['code'], file: () => Promise<Buffer>, params?: MessageCase['params']) => ({
  situation,
  code,
  ...(params === undefined ? {} : { params }),
  act: async (exchange: TradingExchange) => send(await exchange.aPerson(), await file()),
});

export const uploadCases: readonly MessageCase[] = [
  sent('a picture', 'ok', () => aJpeg(1)),
  sent('a page with the name of a picture', 'UPLOAD_TYPE_WRONG', async () => Buffer.from('<!doctype html>')),
  sent('more than 8 MB', 'UPLOAD_TOO_LARGE', async () => Buffer.alloc(8_388_609, 1), { max: '8 MB' }),
  sent('a picture that is cut', 'UPLOAD_FAILED', async () => (await aJpeg(2)).subarray(0, 400)),
  {
    situation: 'the same picture for another field',
    code: 'UPLOAD_EXISTS',
    async act(exchange) {
      const [person, file] = [await exchange.aPerson(), await aJpeg(3)];
      await send(person, file);
      return send(person, file, 'back');
    },
  },
  {
    situation: 'the 53rd picture',
    code: 'UPLOAD_TOO_MANY',
    params: { max: '52' },
    async act(exchange) {
      const person = await exchange.aPerson();
      await exchange.database.owner.query(
        `insert into upload (id, user_id, purpose, field, content_hash, bytes, width, height, blob_key, wrapped_key, created_at_ms)
         select 'picture-' || $1::text || '-' || n, $1::bigint, 'paper', 'front', 'hash ' || n, 1, 1, 1, 'key ' || $1::text || n, '-', $2
         from generate_series(1, 52) n`,
        [person.userId, exchange.clock.now()],
      );
      return send(person, await aJpeg(4));
    },
  },
];
