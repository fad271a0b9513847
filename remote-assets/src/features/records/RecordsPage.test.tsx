import { act, screen } from '@testing-library/react';
import { recordKind } from '@tessera/shared/contract';
import type { RemoteHandle } from '@tessera/shared/federation';
import { aWalletRecord, fakeContext, signedInDemo } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

async function open(balanceBefore: string) {
  const context = fakeContext({
    remote: 'assets',
    path: '/pages/assets/records',
    search: '?account=contract',
    session: signedInDemo,
  });
  context.api.respond('coinList', { version: 1, symbols: [], assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }] });
  const items = [
    aWalletRecord({ id: 'b', version: 8, amount: '185', balanceAfter: '5185.75' }),
    aWalletRecord({ id: 'a', version: 7, kind: 'transfer', amount: '0.75', balanceAfter: balanceBefore }),
  ];
  context.api.respond('walletDetail', { items, page: 1, pageSize: 30, total: 2, next: null });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  expect(await screen.findByText(/No\. 8$/)).toBeVisible();
}

it('each record has its number, and what chains is not talked about', async () => {
  await open('5000.75');
  expect(screen.getByText(/No\. 7$/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Statement' })).toBeEnabled();
  // Whatever moves money can be looked for.
  const kinds = [...screen.getByLabelText<HTMLSelectElement>('Kind of movement').options].map(({ value }) => value);
  expect(kinds.toSorted()).toEqual(['', ...recordKind.options].toSorted());
  expect(screen.queryByText('This statement does not chain')).toBeNull();
});

it('a balance that does not follow from the one before is said', async () => {
  await open('5000');
  expect(screen.getByText('This statement does not chain')).toBeVisible();
});
