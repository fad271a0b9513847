import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext } from '@tessera/shared/testing';
import { mount } from '../../../remote';

let handle: RemoteHandle | undefined;
const saved: { name: string; file: Blob }[] = [];
beforeEach(() => {
  saved.length = 0;
  let file: Blob | undefined;
  URL.createObjectURL = (blob) => {
    file = blob as Blob;
    return 'blob:account';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: file as Blob });
  });
});
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
  jest.restoreAllMocks();
});

const nothing = { items: [], page: 1, pageSize: 100, total: 0, next: null };
const seconds = { ...nothing, totals: { stake: '0', fee: '0', profit: '0', won: 0, lost: 0, returned: 0 } };
const leverage = { ...nothing, totals: { margin: '0', fee: '0', swap: '0', realizedProfit: '0' } };
const contract = {
  ...{ asset: 'USDT', balance: '5', floatingProfit: null, usedMargin: '1', availableMargin: '2.5' },
  ...{ netEquity: '5', marginLevel: null, frozen: '1.5' },
};

async function open() {
  const context = fakeContext({ remote: 'account', path: '/pages/user/set' });
  const { api } = context;
  for (const name of ['secondsOrders', 'secondsWhOrders'] as const) api.respond(name, seconds);
  for (const name of ['leverageOrders', 'leverageWhOrders'] as const) api.respond(name, leverage);
  api.respond('spotOrders', { ...nothing, totals: { bought: '0', sold: '0', fee: '0' } });
  api.respond('flashHistory', nothing);
  api.respond('loanOrders', nothing);
  api.respond('walletDetail', nothing);
  api.respond('walletList', {
    ...{ mode: 'real', asOfMs: 1, coin: [{ asset: 'USDT', available: '7', frozen: '0' }], coinTotal: '7' },
    ...{ contract, total: '12', todayProfit: null },
  });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  await userEvent.click(await screen.findByRole('button', { name: /Export account/ }));
  return { context, sheet: within(await screen.findByRole('dialog', { name: 'Export account' })) };
}

describe('export of an account', () => {
  it('says who may see it, and saves one file', async () => {
    const { sheet } = await open();
    expect(sheet.getByText(/Give it only to people who may see them/)).toBeVisible();
    await userEvent.click(sheet.getByRole('button', { name: 'Start' }));
    expect(await sheet.findByText('The file is saved')).toBeVisible();
    expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^tessera-account-(real|demo)-\d{4}-\d\d-\d\d\.json$/)]);
    expect(JSON.parse(await saved[0]!.file.text())).toMatchObject({
      format: 'tessera-account-1',
      balances: [
        { account: 'coin', asset: 'USDT', balance: '7' },
        { account: 'contract', asset: 'USDT', balance: '2.5' },
      ],
      statement: [],
      orders: [],
      left: { isStatementCut: false, orders: [] },
      evidence: { format: 'tessera-evidence-1' },
    });
  });

  it('waits for the server, says so, and can be stopped', async () => {
    const { context, sheet } = await open();
    context.api.respond('walletDetail', new AppError('TOO_MANY_REQUESTS', { params: { seconds: '60' } }));
    await userEvent.click(sheet.getByRole('button', { name: 'Start' }));
    expect(await sheet.findByText(/goes on by itself/)).toBeVisible();
    await userEvent.click(sheet.getByRole('button', { name: 'Stop' }));
    expect(sheet.getByRole('button', { name: 'Start' })).toBeVisible();
    expect(saved).toEqual([]);
  });

  it('says what the server refused, and can be tried again', async () => {
    const { context, sheet } = await open();
    context.api.respond('walletDetail', new AppError('PLEASE_RETRY'));
    await userEvent.click(sheet.getByRole('button', { name: 'Start' }));
    context.api.respond('walletDetail', nothing);
    await userEvent.click(await sheet.findByRole('button', { name: /again/i }));
    expect(await sheet.findByText('The file is saved')).toBeVisible();
  });
});
