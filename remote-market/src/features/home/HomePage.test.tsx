import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import { aWalletList, signedInDemo, type FakeContext } from '@tessera/shared/testing';
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
    await screen.findAllByRole('button', { name: /C009/ });
    expect(await ranking()).toEqual(['C009', 'C008', 'C007', 'C006', 'C005', 'C004', 'C003', 'C002']);
    await userEvent.click(screen.getByRole('radio', { name: 'By turnover' }));
    expect(await ranking()).toEqual(['C000', 'C001', 'C002', 'C003', 'C004', 'C005', 'C006', 'C007']);
  });

  test('the favourites stand side by side; without any, what moved most', async () => {
    opened = openMarket('/pages/index/index', { prepare: ({ storage }) => storage.write('favourites', 'EUR-USD,GONE-USD') });
    const strip = await screen.findByRole('region', { name: 'Favourites' });
    expect(within(strip).getAllByRole('button')).toHaveLength(1);
    opened.close();
    opened = openMarket('/pages/index/index', { symbols: someSymbols(10) });
    const moves = await screen.findByRole('region', { name: 'Biggest moves' });
    expect(screen.queryByRole('region', { name: 'Favourites' })).not.toBeInTheDocument();
    expect(
      within(moves)
        .getAllByRole('button')
        .map((card) => card.querySelector('.symbol')?.firstChild?.textContent),
    ).toEqual(['C009', 'C008', 'C007', 'C006', 'C005', 'C004']);
    await userEvent.click(within(moves).getByRole('button', { name: /C009/ }));
    expect(opened.context.navigation.last).toMatchObject({ path: '/pages/kline/index', query: { symbol: 'C009-USDT' } });
  });

  test('an entry leads to its page; the seconds contract is a tab', async () => {
    opened = openMarket('/pages/index/index');
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    expect(opened.context.navigation.last).toMatchObject({ verb: 'navigate', path: '/pages/assets/withdraw' });
    await userEvent.click(screen.getByRole('button', { name: 'Price alerts' }));
    expect(opened.context.navigation.last).toMatchObject({ verb: 'navigate', path: '/pages/alerts/index' });
    await userEvent.click(screen.getByRole('button', { name: 'Seconds contract' }));
    expect(opened.context.navigation.last).toMatchObject({ verb: 'switchTab', path: '/pages/contract/index' });
  });

  test('a visitor is not asked for messages; the newest news stands on its line, those before it at the end', async () => {
    opened = openMarket('/pages/index/index', {
      prepare: ({ api }) =>
        api.respond('newsList', {
          items: [
            { id: 'n1', category: 'news', title: 'Ten more markets', summary: '', publishedAtMs: 5 },
            { id: 'n0', category: 'news', title: 'The first markets', summary: '', publishedAtMs: 4 },
          ],
          page: 1,
          pageSize: 4,
          total: 2,
        }),
    });
    const before = await screen.findByRole('group', { name: 'More news' });
    expect(
      within(before)
        .getAllByRole('button')
        .map((row) => row.firstChild?.textContent),
    ).toEqual(['The first marketsJan 1, 1970']);
    await userEvent.click(await screen.findByRole('button', { name: /Ten more markets/ }));
    expect(opened.context.navigation.last).toEqual({ verb: 'navigate', path: '/pages/help/detail', query: { id: 'n1' } });
    expect(opened.context.api.callsOf('userMessages')).toHaveLength(0);
  });
});

describe('the own total', () => {
  const open = (prepare: (context: FakeContext) => void) => {
    opened = openMarket('/pages/index/index', {
      session: signedInDemo,
      prepare: (context) => {
        context.api.respond('userMessages', { items: [], page: 1, pageSize: 1, total: 0, unread: 0 });
        prepare(context);
      },
    });
    return opened.context;
  };

  test('as the server says it, with the day’s result; hidden by the eye on every page', async () => {
    const context = open(({ api }) => api.respond('walletList', aWalletList({ total: '12345.67', todayProfit: '-8.9' })));
    expect(await screen.findByText('12,345.67')).toBeVisible();
    expect(screen.getByText(/^.8\.90$/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Hide amounts' }));
    expect(screen.queryByText('12,345.67')).not.toBeInTheDocument();
    expect(screen.queryByText(/8\.90/)).not.toBeInTheDocument();
    expect(context.preferences.amountsHidden.value).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'To your assets' }));
    expect(context.navigation.last).toMatchObject({ verb: 'switchTab', path: '/pages/assets/index' });
  });

  test('not known: a dash, never a zero; not to be had: said, and asked for again', async () => {
    let isUp = false;
    open(({ api }) =>
      api.respond('walletList', () => {
        if (!isUp) throw new AppError('ANSWER_UNREADABLE');
        return aWalletList({ total: null, todayProfit: null });
      }),
    );
    const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 8000 });
    isUp = true;
    await userEvent.click(retry);
    const note = await screen.findByText('Not known while a price is missing');
    expect(note.closest('section')).toHaveTextContent(/USDT–Not known.*Contracts today –/);
  });

  test('a visitor is asked to register; nothing is asked of the server', async () => {
    opened = openMarket('/pages/index/index');
    await userEvent.click(await screen.findByRole('button', { name: 'Register' }));
    expect(opened.context.navigation.last).toMatchObject({ path: '/pages/register/index' });
    expect(opened.context.api.callsOf('walletList')).toHaveLength(0);
  });
});

test('operators’ slides follow the release’s own, once there are figures; one leads to its page', async () => {
  opened = openMarket('/pages/index/index', {
    prepare: ({ api }) =>
      api.respond('newsBanners', {
        items: [
          { id: 'b1', title: 'Gold is here', summary: 'XAU', link: '/pages/whdetail/index?symbol=XAU-USD' },
          { id: 'b2', title: 'A quiet Sunday', summary: 'No trading' },
        ],
      }),
  });
  const { navigation } = opened.context;
  await userEvent.click(await screen.findByRole('button', { name: '2 of 3: Gold is here' }));
  await userEvent.click(screen.getByRole('button', { name: /^Gold is here.*Read more/ }));
  expect(navigation.last).toEqual({ verb: 'navigate', path: '/pages/whdetail/index', query: { symbol: 'XAU-USD' } });
});
