import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FeedDay } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { sealCode, shortCode } from '@tessera/shared/fairness';
import { signedInDemo, signingExchange, type FakeContext } from '@tessera/shared/testing';
import { openMarket, type OpenedMarket } from '../../testing/openMarket';

const hash = (digit: string): string => digit.repeat(64);
/** jsdom’s Blob has no text(). */
const textOf = (blob: Blob | undefined): Promise<string> => new Response(blob).text();
const minuteMs = Date.UTC(2026, 0, 5, 12, 0);
const salt = '01234567';
const root = { minuteMs, root: hash('a'), signed: null, keptAtMs: minuteMs + 500 };
const day: FeedDay = {
  day: '2026-01-04',
  version: 2,
  source: 'simulated',
  seedHash: hash('b'),
  seed: hash('c'),
  committedAtMs: minuteMs - 3 * 86_400_000,
  revealedAtMs: minuteMs,
  isInvented: false,
  isLate: false,
  beacon: { kind: 'local', chain: null, round: null, signature: null, value: hash('d'), isFallback: false },
  opening: { 'BTC-USDT': '64000', 'ETH-USDT': '3000' },
  parameters: {
    'BTC-USDT': { digits: 2, volatilityPpm: 1, activity: 0, openSlots: [] },
    'ETH-USDT': { digits: 2, volatilityPpm: 1, activity: 0, openSlots: [] },
  },
};

let opened: OpenedMarket | undefined;
afterEach(() => opened?.close());

function open(prepare: (context: FakeContext) => void = () => undefined, search = '') {
  opened = openMarket('/pages/fairness/index', {
    search,
    session: signedInDemo,
    prepare(context) {
      context.evidence.kept.roots.push(root);
      context.api.respond('feedDays', { days: [day, { ...day, day: '2026-01-03', isInvented: true, seed: null }] });
      context.api.respond('publicRecord', { entries: [], hasMore: false });
      context.api.respond('witnessed', { witnesses: [], roots: [], forks: [] });
      prepare(context);
    },
  });
  return opened.context;
}

it('what is kept here, the newest seal in short, and what is not shown', async () => {
  open();
  expect(await screen.findByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){4}$/)).toBeVisible();
  expect(screen.getByText('Seals of minutes')).toBeVisible();
  expect(screen.getByText('That our prices are those of any other market.')).toBeVisible();
  expect(await screen.findByText('None: nobody outside holds the seals')).toBeVisible();
});

it('a replay whose directions are drawn is called so, and its directions can be drawn again', async () => {
  const replayed: FeedDay = { ...day, source: 'replay', opening: {}, parameters: { 'BTC-USDT': { drawsDirection: true } } };
  const before: FeedDay = { ...replayed, day: '2026-01-02', parameters: { 'BTC-USDT': { barMoves: 7, countedBars: 480 } } };
  open(({ api }) => api.respond('feedDays', { days: [replayed, before] }));
  expect(await screen.findByText('Replayed moves, direction drawn')).toBeVisible();
  expect(screen.getByText('Replayed')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Redraw 2026-01-02' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Redraw 2026-01-04' }));
  expect(await screen.findByText(/this device draws in which direction each price of the day had to move/)).toBeVisible();
});

it('a difference: both values, since when; it is gone from above once it was read, and stays on the page', async () => {
  const context = open(({ evidence }) => {
    const difference = {
      kind: 'root' as const,
      of: String(minuteMs),
      kept: hash('a'),
      shown: hash('f'),
      keptAtMs: minuteMs,
      foundAtMs: minuteMs + 60_000,
    };
    evidence.kept.differences.push(difference);
    evidence.unread.next([difference]);
  });
  expect(await screen.findByText('Values that do not agree: 1')).toBeVisible();
  expect(screen.getByText(new RegExp(hash('a')))).toBeVisible();
  expect(screen.getByText(new RegExp(hash('f')))).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'I have read this' }));
  expect(context.evidence.unread.value).toEqual([]);
  expect(screen.queryByRole('button', { name: 'I have read this' })).toBeNull();
  expect(await screen.findByText('Values that do not agree: 1')).toBeVisible();
});

it('what nobody signed is shown as that, without a value that was kept', async () => {
  open(({ evidence }) => {
    const of = { kind: 'entry' as const, of: '9', kept: '', shown: 'key 0 null' };
    evidence.kept.differences.push({ ...of, keptAtMs: minuteMs, foundAtMs: minuteMs });
  });
  expect(await screen.findByText(/^Not signed by a published key/)).toBeVisible();
});

it('a browser that keeps nothing says so', async () => {
  const context = open();
  act(() => context.evidence.state.next('refused'));
  expect(await screen.findByText('This browser keeps nothing')).toBeVisible();
  act(() => context.evidence.state.next('full'));
  expect(await screen.findByText('No room for new evidence')).toBeVisible();
});

it('a seal that somebody sent: the same as here, or another one', async () => {
  open(undefined, `?minute=${minuteMs}&root=${hash('a')}`);
  expect(await screen.findByText(/^The same seal at/)).toBeVisible();
  opened?.close();
  open(undefined, `?minute=${minuteMs}&root=${hash('f')}`);
  expect(await screen.findByText(/^Another seal at/)).toBeVisible();
  opened?.close();
  // Neither kept nor public: no alarm.
  open(({ api }) => api.respond('anchors', { anchors: [] }), `?minute=${minuteMs + 60_000}&root=${hash('f')}`);
  expect(await screen.findByText(/^Nothing to compare at/)).toBeVisible();
});

it('a code that was read out: the same as here, or another one with both to save; a text that is none', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  open(({ clock }) => clock.set(minuteMs + 90_000));
  const field = await screen.findByRole('textbox', { name: 'Code or link of the other person' });
  const compare = async (text: string) => {
    await userEvent.clear(field);
    await userEvent.type(field, text);
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  };
  await compare('ABCD-EFGH');
  expect(await screen.findByText(/^This is no code of a seal/)).toBeVisible();
  await compare(sealCode(root, salt).toLowerCase().replace(/-/g, ' '));
  expect(await screen.findByText(/^The same seal at/)).toBeVisible();
  await compare(sealCode({ minuteMs, root: hash('f') }, salt));
  expect(await screen.findByText(/^Another seal at/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save both and the evidence' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const { differences } = JSON.parse(await textOf(saved[0])) as { differences: unknown[] };
  expect(differences).toMatchObject([
    { kind: 'root', of: String(minuteMs), kept: hash('a'), shown: `${salt} ${shortCode({ minuteMs, root: hash('f') }, salt)}` },
  ]);
  click.mockRestore();
});

it('another key of a witness than the one that was published first is told', async () => {
  const entry = (seq: number, digit: string) => ({
    ...{ seq, atMs: minuteMs + seq, kind: 'witness', hash: hash('0'), keptAtMs: minuteMs },
    body: JSON.stringify({ witnesses: [{ kind: 'countersigner', url: 'https://w.example', publicKey: hash(digit) }] }),
  });
  open(({ evidence }) => void evidence.kept.entries.push(entry(1, 'a')));
  expect(await screen.findByText('None: nobody outside holds the seals')).toBeVisible();
  expect(screen.queryByText(/^Another key was published/)).toBeNull();
  opened?.close();
  open(({ evidence }) => void evidence.kept.entries.push(entry(1, 'a'), entry(2, 'b')));
  expect(await screen.findByText(/^Another key was published for https:\/\/w\.example at/)).toBeVisible();
});

it('a key that the one before did not hand over to is shown as such', async () => {
  const [first] = signingExchange('ours').record;
  const [other] = signingExchange('another').record;
  open(({ evidence }) => {
    for (const [at, entry] of [first, other].entries())
      if (entry !== undefined) evidence.kept.entries.push({ ...entry, seq: at + 1, keptAtMs: minuteMs });
  });
  expect(await screen.findAllByText(/was not handed over by the one before it$/)).toHaveLength(1);
});

it('a day drawn again whose prices were left out, and whose random value is not the published one, says so', async () => {
  open(({ evidence }) => {
    evidence.redrawn = {
      ...{ published: 1000, differing: 0, missing: 12, missingOutside: 5, first: null },
      pauses: { count: 4, sumMs: 12_500, alone: 3 },
      beacon: { published: 'other', origin: 'own', isFallback: false },
    };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Redraw 2026-01-04' }));
  await userEvent.click(screen.getByRole('button', { name: 'Draw and compare' }));
  expect(await screen.findByText('Drawn prices left out: 5')).toBeVisible();
  expect(screen.getByText('Not published within recorded times without prices: 7.')).toBeVisible();
  expect(screen.getByText(/recorded of this market on the day: 4, in all 12 sec\. Of this market alone: 3\.$/)).toBeVisible();
  expect(screen.getByText('The public record names another random value for this day')).toBeVisible();
  expect(screen.getByText(/^The day’s random value is the exchange’s own/)).toBeVisible();
});

it('days: the mark of those made at installation; only a revealed one is drawn again', async () => {
  open();
  expect(await screen.findByText('Made at installation')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^Redraw/ })).toHaveLength(1);
});

it('a day drawn again: progress, then how many differ and the first of them', async () => {
  let finish: (() => void) | undefined;
  open(({ evidence }) => {
    evidence.redraw = (_, __, { onProgress }) => {
      onProgress(0.25);
      return new Promise((resolve) => {
        finish = () =>
          resolve({
            published: 1000,
            differing: 1,
            missing: 2,
            first: { atMs: minuteMs, drawn: '64000.5', published: '64001' },
          });
      });
    };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Redraw 2026-01-04' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Market' }), 'ETH-USDT');
  await userEvent.click(screen.getByRole('button', { name: 'Draw and compare' }));
  expect(await screen.findByRole('progressbar')).toHaveAttribute('value', '0.25');
  act(() => finish?.());
  expect(await screen.findByText('1 of 1,000 differ')).toBeVisible();
  expect(screen.getByText(/drawn 64000.5, published 64001/)).toBeVisible();
});

it('cancelling ends the work', async () => {
  let life: AbortSignal | undefined;
  open(({ evidence }) => {
    evidence.redraw = (_, __, { signal }) => {
      life = signal;
      return new Promise(() => undefined);
    };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Redraw 2026-01-04' }));
  await userEvent.click(screen.getByRole('button', { name: 'Draw and compare' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(life?.aborted).toBe(true);
  expect(await screen.findByRole('button', { name: 'Draw and compare' })).toBeVisible();
});

it('comparing now says what came of it, also that nobody answered', async () => {
  const context = open(({ evidence }) => {
    evidence.comparison = { compared: { roots: 12, heads: 0, receipts: 0, seeds: 1 }, differences: [] };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Compare now' }));
  expect(await screen.findByText('Seals compared: 12. All agree.')).toBeVisible();
  context.evidence.compareNow = () => Promise.reject(new AppError('NETWORK_UNREACHABLE'));
  await userEvent.click(screen.getByRole('button', { name: 'Compare now' }));
  await waitFor(() => expect(screen.queryByText(/All agree/)).toBeNull());
});
