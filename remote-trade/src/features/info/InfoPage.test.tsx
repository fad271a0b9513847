import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RemoteHandle } from '@tessera/shared/federation';
import {
  aDuration,
  aForexLeverageTerms,
  aForexSymbol,
  aLeverageTerms,
  aSymbol,
  fakeContext,
  signedInDemo,
  visitor,
} from '@tessera/shared/testing';
import { mount } from '../../remote';

const both = { spot: false, seconds: true, leverage: true };

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

async function openInfo(search: string, isVisitor = false) {
  const context = fakeContext({
    remote: 'trade',
    path: '/pages/contract/info',
    search,
    session: isVisitor ? visitor : signedInDemo,
  });
  context.api.respond('coinList', {
    version: 1,
    assets: [],
    symbols: [
      aSymbol({ products: both }),
      aForexSymbol({ products: both, weeklyHours: [[1320, 8520]], market: { state: 'trading', nextChangeAtMs: null } }),
    ],
  });
  context.api.respond('durations', { asset: 'USDT', ruleVersion: 1, durations: [aDuration()] });
  context.api.respond('leverageTerms', ({ symbol }) => (symbol === 'EUR-USD' ? aForexLeverageTerms() : aLeverageTerms()));
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  await screen.findByLabelText('Market');
  return context;
}

it('seconds: odds of the market, that it never closes, and the way to the checks', async () => {
  const context = await openInfo('');
  expect(await screen.findByText(/Break-even 55.14/)).toBeVisible();
  expect(screen.getByText('Open at all times')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Read how results are checked' }));
  expect(context.navigation.last).toMatchObject({ path: '/pages/help/detail', query: { id: 'results' } });
});

it('leverage: the terms of each market, its hours, and what protects', async () => {
  await openInfo('?product=leverage');
  expect(await screen.findByText('1× · 5× · 10× · 20× · 50×')).toBeVisible();
  const { minNotional, maxPositions } = aLeverageTerms();
  expect(screen.getByText('Smallest order').nextElementSibling).toHaveTextContent(minNotional);
  expect(screen.getByText('Positions and orders at most').nextElementSibling).toHaveTextContent(
    `${maxPositions}of all markets together`,
  );
  expect(screen.getByText('Value of your positions at most').nextElementSibling).toHaveTextContent(
    'up to 10×: 900,000.00 dUSDT · up to 50×: 300,000.00 dUSDT',
  );
  await userEvent.selectOptions(screen.getByLabelText('Market'), 'EUR-USD');
  expect(await screen.findByText('at a margin level of 100% and 50%')).toBeVisible();
  expect(screen.getByText('-7.1 points')).toBeVisible();
  expect(screen.getByText(/three times for the night of Wednesday/)).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('Your balance never falls below zero')).toBeVisible();
});

it('a visitor reads the rules and is told where the terms are', async () => {
  await openInfo('?product=leverage', true);
  expect(await screen.findByText('Log in to see the terms of each market.')).toBeVisible();
});
