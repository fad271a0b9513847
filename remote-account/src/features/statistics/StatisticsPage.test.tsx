import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Statistics } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { aSettledSecondsOrder, fakeContext, signedInDemo, testStartMs, visitor } from '@tessera/shared/testing';
import { mount } from '../../remote';

const nothing = { totalOrders: 0, profitOrders: 0, lossOrders: 0, returnedOrders: 0, accuracy: null, netProfit: null };
const empty: Statistics = {
  mode: 'demo',
  asset: 'USDT',
  asOfMs: testStartMs,
  fromMs: null,
  ...nothing,
  volume: '0',
  maxDrawdown: null,
  averageProfit: null,
  averageLoss: null,
  longOrders: 0,
  longWins: 0,
  shortOrders: 0,
  shortWins: 0,
  yesterday: { dayMs: 0, ...nothing },
  buyCount: 0,
  sellCount: 0,
  orderProportion: [],
  products: {
    seconds: { ...nothing, volume: '0' },
    leverage: { ...nothing, volume: '0' },
    spot: { bought: 0, sold: 0, volume: '0' },
  },
  followers: null,
};
const record: Statistics = {
  ...empty,
  totalOrders: 14,
  profitOrders: 5,
  lossOrders: 3,
  returnedOrders: 6,
  accuracy: '0.625',
  netProfit: '31.5',
  volume: '1750.25',
  maxDrawdown: '44.1',
  averageProfit: '20.4',
  averageLoss: '-23.5',
  longOrders: 8,
  longWins: 4,
  shortOrders: 6,
  shortWins: 1,
  buyCount: 11,
  sellCount: 7,
  orderProportion: [
    { symbol: 'BTC-USDT', orders: 13, share: '0.722222' },
    { symbol: 'EUR-USD', orders: 5, share: '0.277778' },
  ],
  yesterday: { dayMs: 0, totalOrders: 2, profitOrders: 0, lossOrders: 2, returnedOrders: 0, accuracy: '0', netProfit: '-15.3' },
  products: {
    seconds: {
      totalOrders: 12,
      profitOrders: 4,
      lossOrders: 2,
      returnedOrders: 6,
      accuracy: '0.666667',
      netProfit: '40.7',
      volume: '900',
    },
    leverage: {
      totalOrders: 2,
      profitOrders: 1,
      lossOrders: 1,
      returnedOrders: 0,
      accuracy: '0.5',
      netProfit: '-9.2',
      volume: '600.25',
    },
    spot: { bought: 3, sold: 1, volume: '250' },
  },
};

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

function open(answer: Statistics | AppError, session = signedInDemo) {
  const context = fakeContext({ remote: 'account', path: '/pages/user/data', session });
  context.api.respond('statistics', answer);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const sectionOf = async (heading: string) => {
  const section = (await screen.findByRole('heading', { name: heading })).closest('section');
  if (section === null) throw new Error(`${heading} heads a section`);
  return within(section);
};

describe('investment statistics', () => {
  it('accuracy stands with the number of orders it is counted from, and with the returned ones apart', async () => {
    open(record);
    expect(await screen.findByText('62.5%')).toBeVisible();
    expect(screen.getByText('Of 8 orders with a profit or a loss. Returned orders are not in it.')).toBeVisible();
    expect(screen.getByText('Returned').nextSibling).toHaveTextContent('6');
  });

  it('money in the demo account’s own unit, losses with their sign', async () => {
    open(record);
    const money = await sectionOf('Results');
    expect(money.getByText('dUSDT')).toBeVisible();
    expect(money.getByText('+31.50')).toBeVisible();
    expect(money.getByText('-23.50')).toBeVisible();
    expect(screen.getByText('Demo')).toBeVisible();
  });

  it('sums have all their digits, so that they add up', async () => {
    const { seconds, leverage } = record.products;
    open({
      ...record,
      netProfit: '19.857',
      volume: '1750.250009',
      averageProfit: '20.418333',
      products: {
        ...record.products,
        seconds: { ...seconds, netProfit: '20.22' },
        leverage: { ...leverage, netProfit: '-0.363' },
      },
    });
    const money = await sectionOf('Results');
    const products = await sectionOf('By product');
    expect(money.getByText('+19.857')).toBeVisible();
    expect(products.getByText('+20.22')).toBeVisible();
    expect(products.getByText('-0.363')).toBeVisible();
    expect(money.getByText('1,750.250009')).toBeVisible();
    // An average is no sum.
    expect(money.getByText('+20.41')).toBeVisible();
  });

  it('nobody can follow: a dash, not a zero', async () => {
    open(record);
    const money = await sectionOf('Results');
    expect(money.getByText('Followers').nextSibling).toHaveTextContent('–Nobody can follow a trader here');
  });

  it('every bar says in text what it shows', async () => {
    open(record);
    const directions = await sectionOf('Directions');
    expect(directions.getByText('4 of 8 with profit')).toBeVisible();
    expect(directions.getByText('1 of 6 with profit')).toBeVisible();
    expect((await sectionOf('Orders by symbol')).getByText('72.2% · 13')).toBeVisible();
  });

  it('yesterday and each product for itself', async () => {
    open(record);
    const yesterday = await sectionOf('Yesterday');
    expect(yesterday.getByText('-15.30')).toBeVisible();
    expect(yesterday.getByText('0 profit, 2 loss, 0 returned')).toBeVisible();
    const products = await sectionOf('By product');
    expect(products.getByText('-9.20')).toBeVisible();
    expect(products.getByText('3 bought, 1 sold')).toBeVisible();
  });

  it('another period: asks for its days; everything: asks without days', async () => {
    const context = open(record);
    await screen.findByText('62.5%');
    expect(context.api.callsOf('statistics').at(-1)?.request).toEqual({ days: 30 });
    await userEvent.click(screen.getByRole('radio', { name: '7 days' }));
    expect(context.api.callsOf('statistics').at(-1)?.request).toEqual({ days: 7 });
    await userEvent.click(screen.getByRole('radio', { name: 'All' }));
    expect(context.api.callsOf('statistics').at(-1)?.request).toEqual({});
  });

  it('nothing settled: says so and leads to trading; no zero per cent', async () => {
    const context = open(empty);
    await userEvent.click(await screen.findByRole('button', { name: 'Go to contracts' }));
    expect(screen.getByText('No settled orders in this period')).toBeVisible();
    expect(screen.queryByText('0.0%')).not.toBeInTheDocument();
    expect(context.navigation.last).toMatchObject({ path: '/pages/contract/index' });
  });

  it('only ties: accuracy is a dash', async () => {
    open({ ...empty, totalOrders: 2, returnedOrders: 2, netProfit: '0', buyCount: 2 });
    expect(await screen.findByText('No order has made a profit or a loss yet.')).toBeVisible();
    expect(screen.getByText('Accuracy').previousSibling).toHaveTextContent('–');
  });

  it('an order settles: the figures are asked for again', async () => {
    const context = open(record);
    await screen.findByText('62.5%');
    context.api.respond('statistics', { ...record, accuracy: '0.7' });
    act(() =>
      context.privateEvents$.next({
        seq: 1,
        mode: 'demo',
        atMs: testStartMs,
        type: 'order.updated',
        order: aSettledSecondsOrder(),
      }),
    );
    expect(await screen.findByText('70.0%')).toBeVisible();
  });

  it('no answer: what failed, and a way to try again', async () => {
    const context = open(new AppError('FEATURE_UNAVAILABLE'));
    await screen.findByRole('alert');
    context.api.respond('statistics', record);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('62.5%')).toBeVisible();
  });

  it('every figure is explained', async () => {
    open(record);
    await userEvent.click(await screen.findByRole('button', { name: 'How each figure is counted' }));
    const sheet = within(await screen.findByRole('dialog'));
    expect(sheet.getByText(/Profit orders divided by profit orders plus loss orders/)).toBeVisible();
    expect(sheet.getAllByRole('definition')).toHaveLength(16);
  });

  it('a visitor is asked to log in', async () => {
    const context = open(record, visitor);
    await userEvent.click(await screen.findByRole('button', { name: 'Log in' }));
    expect(context.session.loginRequests).toBe(1);
    expect(context.api.callsOf('statistics')).toEqual([]);
  });
});
