/** What the first script asks for, by the page that is opened. */
import { jest } from '@jest/globals';

const hint = {
  pages: { '/pages/trade/index': 'trade' },
  texts: {},
  remotes: {
    trade: {
      base: '/r/trade/',
      files: [['entry.js', 'sha384-a']],
      texts: {},
      pages: { '/pages/trade/index': [['page.js', 'sha384-b']] },
    },
  },
};

afterEach(() => {
  document.head.replaceChildren();
  localStorage.clear();
  delete window.tesseraFirstAnswers;
});

async function opened(address: string): Promise<readonly string[]> {
  const asked: string[] = [];
  window.fetch = (async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(`${url} ${headers['authorization'] ?? 'nobody'}`);
    return new Response('{}');
  }) as unknown as typeof fetch;
  location.hash = address;
  const meta = document.head.appendChild(document.createElement('meta'));
  meta.name = 'tessera-first';
  meta.content = JSON.stringify(hint);
  await jest.isolateModulesAsync(async () => void (await import('./fetchFirst')));
  return asked;
}

test('the entry and the list of markets: catalogue and prices', async () => {
  const market = [
    '/api/coin/list?lang=en nobody',
    '/api/currency/quotation_new?lang=en nobody',
    '/api/currency/whlist?lang=en nobody',
  ];
  expect(await opened('/')).toEqual(market);
  expect(await opened('/pages/market/index')).toEqual(market);
  expect(await opened('/pages/kline/index?symbol=BTC-USDT')).toEqual(market);
});

test('a ticket: the catalogue, as the person who is signed in, and its own files', async () => {
  localStorage.setItem('token', 't');
  expect(await opened('/pages/trade/index?symbol=BTC-USDT')).toEqual(['/api/coin/list?lang=en t']);
  expect([...document.querySelectorAll('link')].map(({ href }) => new URL(href).pathname)).toEqual([
    '/r/trade/entry.js',
    '/r/trade/page.js',
  ]);
  expect(window.tesseraFirstAnswers).toMatchObject([{ url: '/api/coin/list', authorization: 't' }]);
});

test('a page that asks for nothing of the kind: no call', async () => {
  expect(await opened('/pages/login/index')).toEqual([]);
});
