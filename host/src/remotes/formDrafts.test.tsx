/** Forms of a remote that React controls, the outlet and the loader on the bench: what is typed outlives a swap. */
import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { RemoteModule } from '@tessera/shared/federation';
import { at, fakeContext } from '@tessera/shared/testing';
import { createFormDrafts } from './formDrafts';
import { RemoteOutlet } from './RemoteOutlet';
import { aHandle, aRelease, aRemotePointer, NamedError, remotesOnTheBench, type Bench } from './testing/remotesOnTheBench';

const one = aRelease('1.0.0+00000001');
const two = aRelease('1.1.0+00000002');
const three = aRelease('1.2.0+00000003');

/** The stake has a default, like a ticket's; the note comes a moment later, like a form that waits for its terms. */
function Ticket({ version, onBreak }: { readonly version: string; readonly onBreak: () => void }) {
  const [isBroken, setIsBroken] = useState(false);
  const [stake, setStake] = useState('10');
  const [hasTerms, setHasTerms] = useState(false);
  const [isLimit, setIsLimit] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasTerms(true), 20);
    return () => clearTimeout(timer);
  }, []);
  if (isBroken) return <h1>broken</h1>;
  return (
    <>
      <h1>{version}</h1>
      <input aria-label="stake" inputMode="decimal" value={stake} onChange={(event) => setStake(event.target.value)} />
      <input aria-label="limit" type="checkbox" checked={isLimit} onChange={(event) => setIsLimit(event.target.checked)} />
      {hasTerms && <textarea aria-label="note" />}
      <p>{`stake ${stake}, ${isLimit ? 'limit' : 'market'}`}</p>
      <button type="button" onClick={() => setStake('10')}>
        send
      </button>
      <button
        type="button"
        onClick={() => {
          setIsBroken(true);
          onBreak();
        }}
      >
        break
      </button>
    </>
  );
}

const showing = ({ version }: { readonly version: string }): RemoteModule => ({
  contract: '^1.0',
  mount(element, { reports }) {
    const root = createRoot(element);
    const onBreak = () => reports.report(new NamedError('ChunkLoadError', 'Loading chunk 1 failed.'), { where: 'market' });
    root.render(<Ticket version={version} onBreak={onBreak} />);
    return aHandle({ unmount: () => act(() => root.unmount()) });
  },
});

let bench: Bench;
let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  user = userEvent.setup();
  bench = remotesOnTheBench();
  for (const release of [one, two, three]) bench.behaviours.set(release.version, [showing(release)]);
  bench.point(aRemotePointer(two, { previous: one }));
});

const context = fakeContext();
const outlet = (path = '/pages/contract/index') => (
  <RemoteOutlet
    remotes={bench.remotes}
    name="market"
    createContext={(remote, signal) => ({ ...at(context, path), remote, signal })}
    skeleton="loading"
    renderFailed={() => 'failed'}
    renderDisabled={() => 'off'}
  />
);
async function settle(ms = 0): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    await bench.clock.turn(ms);
  });
}
async function open() {
  const view = render(outlet());
  await settle();
  await screen.findByLabelText('note');
  return view;
}
async function rollBack(): Promise<void> {
  bench.point(aRemotePointer(one, { previous: two, apply: 'now' }));
  await act(() => bench.announce());
  await settle(2000);
}
const version = () => screen.getByRole('heading').textContent;
const stake = () => screen.getByLabelText('stake');
async function type(text: string): Promise<void> {
  await user.clear(stake());
  await user.type(stake(), text);
}
test('a rollback at once waits while something is typed, and comes when the form is as it was', async () => {
  await open();
  await type('37');
  await rollBack();
  expect([version(), (stake() as HTMLInputElement).value, stake() === document.activeElement]).toEqual([two.version, '37', true]);
  await user.click(screen.getByRole('button', { name: 'send' }));
  await settle(2000);
  expect(version()).toBe(one.version);
});

test('a form that only had the focus, or says again what it said, does not hold it', async () => {
  await open();
  await type('37');
  await type('10');
  await rollBack();
  expect(version()).toBe(one.version);
});

test('what is typed keeps its release until the page is left', async () => {
  const view = await open();
  await type('37');
  await rollBack();
  view.unmount();
  render(outlet());
  await settle();
  expect([version(), (stake() as HTMLInputElement).value]).toEqual([one.version, '10']);
});

const breakPage = async () => {
  await user.click(screen.getByRole('button', { name: 'break' }));
  await settle();
  await screen.findByLabelText('note');
};

test('a release whose later part is missing: the one in its place has what was typed, also in fields that come later', async () => {
  await open();
  bench.behaviours.set(two.version, [{ rejects: new NamedError('ChunkLoadError', 'Loading chunk 1 failed.') }]);
  await user.click(screen.getByLabelText('limit'));
  await type('37');
  await user.type(screen.getByLabelText('note'), 'before the news');
  await breakPage();
  expect(version()).toBe(one.version);
  await waitFor(() => expect(screen.getByLabelText('note')).toHaveValue('before the news'));
  expect(screen.getByText('stake 37, limit')).toBeInTheDocument();
});

test('the focus and the place in the text come along', async () => {
  await open();
  await type('37');
  (stake() as HTMLInputElement).setSelectionRange(1, 1);
  bench.remotes.crashed('market', two, 'crashes elsewhere on the page', true);
  await settle();
  expect(version()).toBe(one.version);
  expect(stake()).toHaveFocus();
  expect(stake()).toHaveValue('37');
  expect((stake() as HTMLInputElement).selectionStart).toBe(1);
});

test('another page of the remote starts empty', async () => {
  const view = await open();
  await type('37');
  view.rerender(outlet('/pages/contract/info'));
  await settle();
  await breakPage();
  expect(screen.getByText('stake 10, market')).toBeInTheDocument();
});

test('a remote that objected while something was typed and then agrees has saved it: it may go', () => {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = '<textarea></textarea>';
  const drafts = createFormDrafts();
  const stop = drafts.watch(root);
  const field = root.querySelector('textarea');
  fireEvent.input(field!, { target: { value: 'a note' } });
  expect(drafts.mayRelease(() => true)).toEqual({ reason: 'something is typed' });
  expect(drafts.mayRelease(() => ({ reason: 'unsaved' }))).toEqual({ reason: 'unsaved' });
  expect(drafts.mayRelease(() => true)).toBe(true);
  root.remove();
  // It may have been refused as well: the next release has what was typed all the same.
  stop();
  const next = document.body.appendChild(document.createElement('div'));
  next.innerHTML = '<textarea></textarea>';
  const stopNext = drafts.watch(next);
  expect(next.querySelector('textarea')?.value).toBe('a note');
  stopNext();
  next.remove();
});

test('what is typed after the remote has saved holds it again', () => {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = '<textarea></textarea>';
  const drafts = createFormDrafts();
  const stop = drafts.watch(root);
  const field = root.querySelector('textarea');
  fireEvent.input(field!, { target: { value: 'a note' } });
  drafts.mayRelease(() => ({ reason: 'unsaved' }));
  expect(drafts.mayRelease(() => true)).toBe(true);
  fireEvent.input(field!, { target: { value: 'a note, changed' } });
  expect(drafts.mayRelease(() => true)).toEqual({ reason: 'something is typed' });
  stop();
  root.remove();
});
