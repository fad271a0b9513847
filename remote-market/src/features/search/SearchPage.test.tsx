import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EndpointResponse } from '@tessera/shared/contract';
import { openMarket, someSymbols, type OpenedMarket } from '../../testing/openMarket';

let opened: OpenedMarket | undefined;
afterEach(() => opened?.close());

test('what fits, in groups: markets, products, articles; what was opened is remembered, and can be forgotten', async () => {
  const found: EndpointResponse<'newsList'> = {
    items: [{ id: 'c', category: 'help', title: 'Contracts', summary: '', publishedAtMs: 1 }],
    page: 1,
    pageSize: 10,
    total: 1,
  };
  opened = openMarket('/pages/search/index', {
    symbols: someSymbols(3),
    prepare: ({ api }) => api.respond('newsList', found),
  });
  const { navigation, api, storage } = opened.context;
  await userEvent.type(await screen.findByRole('searchbox'), 'CON');
  expect(await screen.findByRole('group', { name: 'Articles' })).toHaveTextContent('Contracts');
  // Asked once, after the pause: not for each letter.
  expect(api.callsOf('newsList').map(({ request }) => request)).toEqual([{ query: 'CON', pageSize: 10 }]);
  await userEvent.click(screen.getByRole('button', { name: 'Seconds contract' }));
  expect(navigation.last).toMatchObject({ verb: 'switchTab', path: '/pages/contract/index' });
  await userEvent.click(screen.getByRole('button', { name: 'Leveraged contract' }));
  expect(navigation.last).toMatchObject({ verb: 'navigate', path: '/pages/contract/index', query: { product: 'leverage' } });
  expect(storage.read('recent-searches')).toBe('CON');
  await userEvent.clear(screen.getByRole('searchbox'));
  expect(await screen.findByText('Most traded')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Clear recent searches' }));
  expect(storage.read('recent-searches')).toBeUndefined();
});

test('a long text that is pasted is searched as far as the exchange takes it', async () => {
  opened = openMarket('/pages/search/index', {
    symbols: someSymbols(3),
    prepare: ({ api }) => api.respond('newsList', { items: [], page: 1, pageSize: 10, total: 0 }),
  });
  await userEvent.click(await screen.findByRole('searchbox'));
  await userEvent.paste('w'.repeat(300));
  expect(await screen.findByText(/^Nothing found/)).toBeVisible();
  expect(opened.context.api.callsOf('newsList').map(({ request }) => request)).toEqual([
    { query: 'w'.repeat(200), pageSize: 10 },
  ]);
});
