import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openMarket, someSymbols, type OpenedMarket } from '../../testing/openMarket';

let opened: OpenedMarket | undefined;
afterEach(() => opened?.close());

const ranking = async () => {
  const list = (await screen.findByText('By gain')).closest('section');
  return within(list ?? document.body)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('.symbol')?.firstChild?.textContent);
};

describe('home', () => {
  test('the header keeps a place for customer service: nothing floats over an entry or a price', async () => {
    opened = openMarket('/pages/index/index');
    await screen.findByText('By gain');
    expect(document.querySelectorAll('header [data-service-slot]')).toHaveLength(1);
  });

  test('the ranking shows the eight largest gains, and by turnover on request', async () => {
    opened = openMarket('/pages/index/index', { symbols: someSymbols(10) });
    await screen.findByRole('button', { name: /C009/ });
    expect(await ranking()).toEqual(['C009', 'C008', 'C007', 'C006', 'C005', 'C004', 'C003', 'C002']);
    await userEvent.click(screen.getByRole('radio', { name: 'By turnover' }));
    expect(await ranking()).toEqual(['C000', 'C001', 'C002', 'C003', 'C004', 'C005', 'C006', 'C007']);
  });

  test('favourites stand on the page only when there are some', async () => {
    opened = openMarket('/pages/index/index', { prepare: ({ storage }) => storage.write('favourites', 'EUR-USD,GONE-USD') });
    const strip = await screen.findByRole('region', { name: 'Favourites' });
    expect(within(strip).getAllByRole('button')).toHaveLength(1);
    opened.close();
    opened = openMarket('/pages/index/index');
    await screen.findByText('By gain');
    expect(screen.queryByRole('region', { name: 'Favourites' })).not.toBeInTheDocument();
  });

  test('an entry leads to its page; the seconds contract is a tab', async () => {
    opened = openMarket('/pages/index/index');
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    expect(opened.context.navigation.last).toMatchObject({ verb: 'navigate', path: '/pages/assets/withdraw' });
    await userEvent.click(screen.getByRole('button', { name: 'Seconds contract' }));
    expect(opened.context.navigation.last).toMatchObject({ verb: 'switchTab', path: '/pages/contract/index' });
  });

  test('a visitor is not asked for messages; the newest news stands on its line', async () => {
    opened = openMarket('/pages/index/index', {
      prepare: ({ api }) =>
        api.respond('newsList', {
          items: [{ id: 'n1', category: 'news', title: 'Ten more markets', summary: '', publishedAtMs: 5 }],
          page: 1,
          pageSize: 1,
          total: 1,
        }),
    });
    await userEvent.click(await screen.findByRole('button', { name: /Ten more markets/ }));
    expect(opened.context.navigation.last).toEqual({ verb: 'navigate', path: '/pages/help/detail', query: { id: 'n1' } });
    expect(opened.context.api.callsOf('userMessages')).toHaveLength(0);
  });
});
