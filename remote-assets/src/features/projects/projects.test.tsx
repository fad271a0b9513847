import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Project, ProjectOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { canonicalText, recordHash, sha256 } from '@tessera/shared/fairness';
import {
  aCoinBalance,
  aUserInfo,
  aWalletList,
  fakeContext,
  signedInDemo,
  testStartMs,
  type FakeContext,
} from '@tessera/shared/testing';
import { mountedPage } from '../../testing/mountedPage';
import { joinProblem } from './joinProblem';
import { amount } from '@tessera/shared/money';

const mockLost = { check: false };
jest.mock('./checkResult', () => {
  if (mockLost.check) throw new Error('Loading chunk projects.check failed.');
  return jest.requireActual('./checkResult');
});

const mounted = mountedPage();
afterEach(() => {
  mounted.close();
  sessionStorage.clear();
});

const dayMs = 86_400_000;
const aProject = (more: Partial<Project> = {}): Project => ({
  ...{ id: '7', name: 'Quiet grid', about: 'Buys low and sells high.', asset: 'USDT', min: '10', max: '1000', scale: 6 },
  ...{ participants: 2, maxParticipants: 3, capacity: '2000', taken: '300' },
  closesAtMs: testStartMs + dayMs,
  endsAtMs: testStartMs + 3 * dayMs,
  status: 'open',
  ...{ result: null, cancelReason: null, termsSeq: 41, joined: null, returned: null },
  ...more,
});
const anOrder = (more: Partial<ProjectOrder> = {}): ProjectOrder => ({
  ...{ id: '3', clientOrderId: '9b2f3c1e-4a5d-4e6f-8a7b-0c1d2e3f4a5b', projectId: '7', projectName: 'Quiet grid', asset: 'USDT' },
  ...{ amount: '100', status: 'open', returned: null, profit: null, atMs: testStartMs },
  closesAtMs: testStartMs + dayMs,
  endsAtMs: testStartMs + 3 * dayMs,
  endedAtMs: null,
  ...more,
});
const ended = { result: { share: '-0.033333', statement: 'The quarter was quiet.', publishedAtMs: testStartMs, recordSeq: 52 } };
const over = { status: 'ended', ...ended, joined: '100', returned: '96.6667' } as const;

async function open(
  place: 'index' | 'detail' | 'order',
  search: string,
  {
    project = aProject(),
    mode = 'real',
    prepare,
  }: { project?: Project; mode?: string; prepare?: (context: FakeContext) => void } = {},
) {
  const session = { ...signedInDemo, mode } as unknown as typeof signedInDemo;
  const context = fakeContext({ remote: 'assets', path: `/pages/InterestTreasure/${place}`, search, session });
  const { api } = context;
  api.respond('walletList', aWalletList({ coin: [aCoinBalance({ asset: 'USDT', available: '4000.5' })] }));
  api.respond('userInfo', { ...aUserInfo(), hasPaymentPassword: true });
  api.respond('projects', ({ id }) => ({ items: id === undefined || id === project.id ? [project] : [], next: null }));
  api.respond('projectOrders', { items: [anOrder()], next: null });
  prepare?.(context);
  return mounted.open(context);
}
const submit = () =>
  screen.getByRole('button', { name: /Take part$|Enter an amount|minimum|maximum|Confirm the risk|can still|You have/ });

it('the list says of an open project that nobody can join it any more', async () => {
  await open('index', '?product=projects', { project: aProject({ participants: 3 }) });
  expect(await screen.findByRole('article', { name: 'Quiet grid' })).toHaveTextContent('All places are taken.');
});

it('the list says what each project takes, has and brought, and leads to it', async () => {
  const context = await open('index', '?product=projects', { project: aProject(over) });
  const card = await screen.findByRole('article', { name: 'Quiet grid' });
  for (const text of ['-3.3333%', '2 of 3', '300 of 2,000 USDT', '10 to 1,000 USDT', 'Ended', 'You put in 100 USDT'])
    expect(card).toHaveTextContent(text);
  await userEvent.click(within(card).getByRole('button', { name: 'View project: Quiet grid' }));
  expect(context.navigation.last).toMatchObject({ path: '/pages/InterestTreasure/detail', query: { project: '7' } });
});

it('somebody takes part with the terms that he saw, after he agreed to the risk and proved himself, once', async () => {
  const context = await open('detail', '?project=7');
  await screen.findByText('Buys low and sells high.');
  expect(screen.getByText(/entry 41 of the public record/)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Amount'), '9');
  expect(submit()).toHaveAccessibleName('The minimum is 10 USDT');
  await userEvent.clear(screen.getByLabelText('Amount'));
  await userEvent.type(screen.getByLabelText('Amount'), '250.5');
  expect(submit()).toHaveAccessibleName('Confirm the risk first');
  expect(submit()).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox'));
  context.api.respond('projectOrder', ({ stepUpPassword, amount: sum }) => {
    if (stepUpPassword === undefined) throw new AppError('AUTH_STEP_UP_REQUIRED');
    return anOrder({ amount: sum });
  });
  await userEvent.click(submit());
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('250.5 USDT')).toBeVisible();
  await userEvent.click(sheet.getByRole('button', { name: 'Take part now' }));
  await userEvent.type(await sheet.findByLabelText(/Payment password/), 'secret1');
  await userEvent.click(sheet.getByRole('button', { name: /Confirm/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = context.api.calls.filter(({ name }) => name === 'projectOrder').map(({ request }) => request);
  expect(sent.at(-1)).toMatchObject({ projectId: '7', amount: '250.5', termsSeq: 41, stepUpPassword: 'secret1' });
});

it('the demo account may look and is told why it cannot take part', async () => {
  await open('detail', '?project=7', { mode: 'demo' });
  expect(await screen.findByText(/Projects take real money only/)).toBeVisible();
  expect(screen.queryByLabelText('Amount')).toBeNull();
});

it.each([
  ['is full', { participants: 3 }, 'All places are taken.'],
  ['takes nobody any more', { status: 'running' as const }, 'This project takes no more participants.'],
  [
    'was cancelled',
    { status: 'cancelled' as const, cancelReason: 'Too few & late.', joined: '100' },
    ['The operators gave this reason: “Too few & late.”', 'Your 100 USDT come back in full.'],
  ],
  [
    'was cancelled and has paid back',
    { status: 'cancelled' as const, cancelReason: 'Too few.', joined: '100', returned: '100' },
    'Your 100 USDT came back in full.',
  ],
  ['has the person in it', { joined: '100' }, 'You put in 100 USDT'],
])('one that %s says so and asks for nothing', async (_, more, told) => {
  await open('detail', '?project=7', { project: aProject(more) });
  for (const sentence of [told].flat()) expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByLabelText('Amount')).toBeNull();
});

it('one that is not there says so and leads to the others', async () => {
  const context = await open('detail', '?project=8');
  await userEvent.click(await screen.findByRole('button', { name: 'All projects' }));
  expect(context.navigation.last).toMatchObject({ path: '/pages/InterestTreasure/index', query: { product: 'projects' } });
});

const before = { seq: 51, atMs: testStartMs, kind: 'terms', body: '{}', hash: 'a'.repeat(64), previousHash: 'b'.repeat(64) };
function entryOf(body: Record<string, string>) {
  const entry = { seq: 52, atMs: testStartMs, kind: 'project', body: canonicalText(body) };
  return { ...entry, hash: recordHash(before.hash, entry, sha256), previousHash: before.hash };
}
const said = { project: '7', act: 'result', share: '-0.033333' };

// Before those that load it: what has been loaded once is kept.
it('the part that checks a result does not come: the host is told under the remote’s own name', async () => {
  mockLost.check = true;
  const context = await open('detail', '?project=7', {
    project: aProject(over),
    prepare: ({ api }) => api.respond('publicRecord', { entries: [before, entryOf(said)], hasMore: false }),
  });
  const told = jest.spyOn(context.reports, 'report');
  await userEvent.click(await screen.findByRole('button', { name: 'Check this result' }));
  await waitFor(() =>
    expect(told.mock.calls).toEqual([[new Error('Loading chunk projects.check failed.'), { where: 'assets' }]]),
  );
  mockLost.check = false;
  await userEvent.click(screen.getByRole('button', { name: 'Check this result' }));
  expect(await screen.findByText(/says the same share/)).toBeVisible();
});

it.each([
  ['the record says the same', entryOf(said), over, /says the same share/],
  ['the record says another share', entryOf({ ...said, share: '0.05' }), over, /says something else/],
  ['the record says it of another project', entryOf({ ...said, project: '8' }), over, /says something else/],
  ['the entry does not follow from the one before', { ...entryOf(said), hash: 'c'.repeat(64) }, over, /says something else/],
  ['what came back is another sum', entryOf(said), { ...over, returned: '96.666699' }, /says something else/],
])('a result is checked against the public record: %s', async (_, entry, more, told) => {
  const context = await open('detail', '?project=7', {
    project: aProject(more),
    prepare: ({ api }) => api.respond('publicRecord', { entries: [before, entry], hasMore: false }),
  });
  expect(await screen.findByText('The quarter was quiet.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Check this result' }));
  expect(await screen.findByText(told)).toBeVisible();
  expect(context.api.calls.at(-1)).toMatchObject({ name: 'publicRecord', request: { fromSeq: 51, limit: 2 } });
  // What was compared is saved, for others to compare.
  const saved: Blob[] = [];
  URL.createObjectURL = (content) => `blob:${saved.push(content as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  await userEvent.click(screen.getByRole('button', { name: 'Save as file' }));
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toMatchObject({ project: { id: '7' }, entries: [before, entry] });
});

it('own participations stand with what they brought, and each opens its project', async () => {
  const context = await open('order', '?product=projects', {
    prepare: ({ api }) =>
      api.respond('projectOrders', { items: [anOrder({ status: 'ended', returned: '96.6667', profit: '-3.3333' })], next: null }),
  });
  const row = await screen.findByRole('button', { name: /Quiet grid/ });
  expect(row).toHaveTextContent('-3.3333 USDT');
  await userEvent.click(row);
  expect(context.navigation.last).toMatchObject({ path: '/pages/InterestTreasure/detail', query: { project: '7' } });
});

it('what can be put in: within the bounds of one, of all, and of what is there', () => {
  const codeOf = (wanted: string | undefined, more: Partial<Project> = {}, available = '5000') =>
    joinProblem(wanted === undefined ? undefined : amount(wanted), aProject(more), amount(available))?.code;
  expect([codeOf(undefined), codeOf('0'), codeOf('9.99'), codeOf('1000.01')]).toEqual(['empty', 'empty', 'below', 'above']);
  expect([codeOf('500', { taken: '1600' }), codeOf('500', { taken: '1991' }), codeOf('500', { participants: 3 })]).toEqual([
    'left',
    'full',
    'full',
  ]);
  expect([codeOf('500', {}, '499'), codeOf('500', {}, '500'), codeOf('1000', { capacity: null })]).toEqual([
    'tooMuch',
    undefined,
    undefined,
  ]);
});
