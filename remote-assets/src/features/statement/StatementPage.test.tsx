import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Statement } from '@tessera/shared/contract';
import type { RemoteHandle } from '@tessera/shared/federation';
import { AppError } from '@tessera/shared/errors';
import { fakeContext, signedInDemo } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

async function open(closing: string, more: Partial<Statement> = {}) {
  const context = fakeContext({ remote: 'assets', path: '/pages/assets/statement', session: signedInDemo });
  context.api.respond('coinList', { version: 1, symbols: [], assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }] });
  context.api.respond('statement', {
    ...{ mode: 'demo', asOfMs: 2000, accounts: [{ account: 'coin', asset: 'USDT' }], next: null },
    opening: { version: 3, balance: '100' },
    closing: { version: 4, balance: closing },
    totals: [{ kind: 'seconds_open', entries: 1, moved: '-10.2' }],
    items: [
      { id: '9-1', version: 4, atMs: 1000, kind: 'seconds_open', amount: '-10.2', fee: '0.2', balanceAfter: '89.8', ref: '77' },
    ],
    ...more,
  });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  expect(await screen.findByText('Opening balance', { selector: 'dt' })).toBeVisible();
  return context;
}

it('says that it adds up, and names cause and fee of each entry', async () => {
  await open('89.8');
  expect(screen.getByText('Adds up')).toBeVisible();
  expect(screen.getByRole('button', { name: /Order 77 · incl. fee 0.20/ })).toBeVisible();
});

it('says what does not add up', async () => {
  await open('90');
  expect(screen.getByText('Does not add up')).toBeVisible();
});

describe('on paper', () => {
  const entry = (version: number) => ({
    ...{ id: `9-${version}`, version, atMs: 1000 + version, kind: 'seconds_open' as const, ref: '77', fee: null },
    ...{ amount: '-1', balanceAfter: String(104 - version) },
  });
  const totals = [{ kind: 'seconds_open' as const, entries: 3, moved: '-3' }];
  const print = jest.fn();
  beforeEach(() => {
    print.mockReset();
    globalThis.print = print;
  });

  it('every page is read before it is printed, each once, and what fails prints nothing', async () => {
    const context = await open('97', { closing: { version: 6, balance: '98' }, totals, items: [entry(4)], next: '4.6' });
    const asked = () => context.api.callsOf('statement').map(({ request }) => (request as { cursor?: string }).cursor);
    const first = asked().length;
    const page = (items: Statement['items'], next: string | null) => ({
      ...{ mode: 'demo' as const, asOfMs: 2000, accounts: [], totals: [], items, next },
      ...{ opening: { version: 3, balance: '100' }, closing: { version: 6, balance: '98' } },
    });
    context.api.respond('statement', ({ cursor }) => {
      if (cursor === '5.6') throw new AppError('PLEASE_RETRY');
      return page([entry(5)], '5.6');
    });
    const button = screen.getByRole('button', { name: 'Print or PDF' });
    await userEvent.click(button);
    await waitFor(() => expect(asked().slice(first)).toEqual(['4.6', '5.6']));
    await waitFor(() => expect(button).toBeEnabled());
    expect(print).not.toHaveBeenCalled();

    context.api.respond('statement', ({ cursor }) => (cursor === '4.6' ? page([entry(5)], '5.6') : page([entry(6)], null)));
    await userEvent.click(button);
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    expect(asked().slice(first + 2)).toEqual(['4.6', '5.6']);
    expect(document.querySelectorAll('[aria-hidden] tbody tr').length).toBeGreaterThanOrEqual(3);
  });

  it('more entries than fit on some fifty sheets are refused in words, and not asked for', async () => {
    const context = await open('97', { closing: { version: 2004, balance: '97' }, totals, items: [entry(4)], next: '4.2004' });
    const before = context.api.callsOf('statement').length;
    await userEvent.click(screen.getByRole('button', { name: 'Print or PDF' }));
    expect(context.dialogs.toasts.at(-1)).toMatchObject({ text: expect.stringContaining('2,000') });
    expect(context.api.callsOf('statement')).toHaveLength(before);
    expect(print).not.toHaveBeenCalled();
  });
});
