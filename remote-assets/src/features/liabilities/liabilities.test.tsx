import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LiabilityDay, LiabilityProof, PublishedLiabilities } from '@tessera/shared/contract';
import { leastLiabilityHeight, liabilityHashes, sha256, type LiabilityLeaf, type LiabilityNode } from '@tessera/shared/fairness';
import type { RemoteHandle } from '@tessera/shared/federation';
import { aUserInfo, fakeContext, signedInDemo, signingExchange, testStartMs } from '@tessera/shared/testing';
import { mount } from '../../remote';

const mockLost = { check: false };
jest.mock('./checkOwnLiability', () => {
  if (mockLost.check) throw new Error('Loading chunk liability-check failed.');
  return jest.requireActual('./checkOwnLiability');
});

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

const session = { ...signedInDemo, mode: 'real' as const };
const user = session.userId ?? '';
const takenAtMs = testStartMs - 600_000;
const day = new Date(takenAtMs).toISOString().slice(0, 10);
const { leaf: nodeOf, joined, emptyNode } = liabilityHashes(sha256);

/** Two people: the one who is signed in, with 100.5 USDT, and another one. */
function aTree() {
  const leaf = (whose: string, part: number, text: string): LiabilityLeaf => ({
    ...{ day, user: whose, part, amounts: { USDT: text } },
    salt: `${part}${whose === user ? 'a' : 'b'}`.repeat(32),
  });
  const leaves = [leaf(user, 1, '60'), leaf('other', 2, '7'), leaf(user, 2, '40.5'), leaf('other', 1, '3')];
  const levels: LiabilityNode[][] = [leaves.map(nodeOf)];
  for (let level = 0; level < leastLiabilityHeight; level += 1) {
    const below = levels[level] ?? [];
    levels.push(
      Array.from({ length: Math.ceil(below.length / 2) }, (_, index) =>
        joined(below[2 * index] ?? emptyNode(level), below[2 * index + 1] ?? emptyNode(level)),
      ),
    );
  }
  const [root] = levels.at(-1) as [LiabilityNode];
  const pathOf = (place: number) =>
    Array.from(
      { length: leastLiabilityHeight },
      (_, level) => levels[level]?.[Math.floor(place / 2 ** level) ^ 1] ?? emptyNode(level),
    );
  const published: PublishedLiabilities = {
    ...{ day, takenAtMs, persons: root.persons, height: leastLiabilityHeight, root: root.hash },
    ...{ sums: { ...root.amounts }, payable: {}, reserves: { USDT: '100' } },
  };
  const proof: LiabilityProof = {
    ...{ day, user, takenAtMs, accounts: [{ kind: 'coin', asset: 'USDT', version: 1, balance: '100.5' }] },
    leaves: [0, 2].map((place) => {
      const { part, salt, amounts } = leaves[place] as LiabilityLeaf;
      return {
        part,
        salt,
        amounts: { ...amounts },
        place,
        path: pathOf(place).map((node) => ({ ...node, amounts: { ...node.amounts } })),
      };
    }),
  };
  return { published, proof };
}

const record = { id: '1-1', version: 1, account: 'coin' as const, asset: 'USDT', kind: 'topup' as const, ref: 'r' };

function open(
  days: LiabilityDay[],
  proof?: LiabilityProof,
  published?: PublishedLiabilities,
  /** What lies in a margin account as well, of which the proof says nothing. */
  margin?: string,
) {
  const context = fakeContext({ remote: 'assets', path: '/pages/assets/liabilities', session });
  const exchange = signingExchange('ours');
  if (published !== undefined) exchange.publish('liabilities', published, takenAtMs);
  context.api.respond('userInfo', aUserInfo({ mode: 'real' }));
  context.api.respond('liabilities', { days, hasMore: false });
  if (proof !== undefined) context.api.respond('liabilityProof', proof);
  context.api.respond('publicRecord', exchange.shown);
  context.api.respond('anchors', { anchors: [exchange.anchor(Math.ceil(takenAtMs / 60_000) * 60_000)] });
  context.api.respond('walletDetail', ({ account }) => ({
    ...{ page: 1, pageSize: 100, total: 1, next: null },
    items: account === 'coin' ? [{ ...record, amount: '100.5', balanceAfter: '100.5', atMs: takenAtMs - 3_600_000 }] : [],
  }));
  context.api.respond('statement', ({ account }) => {
    const isHeld = account === 'margin' && margin !== undefined;
    const entry = { ...record, amount: margin ?? '0', fee: null, balanceAfter: margin ?? '0', atMs: takenAtMs - 3_600_000 };
    return {
      ...{ mode: 'real', asOfMs: takenAtMs, totals: [], next: null, opening: { version: 0, balance: '0' } },
      accounts: [
        { account: 'coin', asset: 'USDT' },
        ...(margin === undefined ? [] : [{ account: 'margin' as const, asset: 'USDT' }]),
      ],
      closing: isHeld ? { version: 1, balance: margin } : { version: 0, balance: '0' },
      items: isHeld ? [entry] : [],
    };
  });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const made = (published: PublishedLiabilities, change: Partial<LiabilityDay> = {}): LiabilityDay => ({
  ...{ day, state: 'published', published, recordSeq: 2, hasProofs: true },
  ...change,
});
const check = async () => userEvent.click(await screen.findByRole('button', { name: `Check my balance of ${day}` }));

// The first: what has been loaded once is kept.
test('the part that checks does not come: the host is told under the remote’s own name, the person reads why, and it comes when he asks again', async () => {
  mockLost.check = true;
  const { published, proof } = aTree();
  const context = open([made(published)], proof, published);
  const told = jest.spyOn(context.reports, 'report');
  await check();
  expect(await screen.findByText(/^This part of the app could not be loaded/)).toBeInTheDocument();
  expect(told.mock.calls).toEqual([[new Error('Loading chunk liability-check failed.'), { where: 'assets' }]]);
  mockLost.check = false;
  await check();
  expect(await screen.findByText('Your balance is counted')).toBeInTheDocument();
});

test('what is owed beside what is held, with what is missing; the check says that he is counted, step by step', async () => {
  const { published, proof } = aTree();
  open([made(published)], proof, published);
  expect(await screen.findByText('Missing')).toBeInTheDocument();
  await check();
  expect(await screen.findByText('Your balance is counted')).toBeInTheDocument();
  const steps = screen.getByRole('list', { name: 'Steps' });
  const held = [...steps.querySelectorAll('[data-state="ok"] summary > span:first-child')].map(({ textContent }) => textContent);
  expect(held).toContain('The publication is under a signed seal');
  expect(held).toHaveLength(6);
  expect(steps.querySelectorAll('[data-state="failed"]')).toHaveLength(0);
});

test('who is left out reads that he is not counted, and what to do; a wrong figure is named', async () => {
  const { published, proof } = aTree();
  open([made(published)], { ...proof, accounts: [], leaves: [] }, published);
  await check();
  expect(await screen.findByText('You are not counted')).toBeInTheDocument();
  expect(screen.getByText(/contact customer service/)).toBeInTheDocument();
  act(() => handle?.unmount());
  document.body.replaceChildren();

  open([made(published)], { ...proof, user: 'other' }, published);
  await check();
  expect(await screen.findByText('Something does not add up')).toBeInTheDocument();
});

test('an account where money lies meanwhile, and that was left out, is named', async () => {
  const { published, proof } = aTree();
  open([made(published)], proof, published, '5');
  await check();
  expect(await screen.findByText('Something does not add up')).toBeInTheDocument();
});

test('before the first count it says so; a missed day, and one whose own proof is gone, say so too', async () => {
  const { published } = aTree();
  open([]);
  expect(await screen.findByText('Nothing has been counted yet')).toBeInTheDocument();
  act(() => handle?.unmount());
  document.body.replaceChildren();

  const missed: LiabilityDay = { day: '2026-11-24', state: 'missed', published: null, recordSeq: 3, hasProofs: false };
  open([missed, made(published, { hasProofs: false })]);
  expect(await screen.findByText(/no longer kept/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /2026-11-24/ }));
  expect(await screen.findByText(/The exchange was away all that day/)).toBeInTheDocument();
});
