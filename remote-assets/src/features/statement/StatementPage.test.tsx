import { act, screen } from '@testing-library/react';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, signedInDemo } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

async function open(closing: string) {
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
  });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  expect(await screen.findByText('Opening balance', { selector: 'dt' })).toBeVisible();
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
