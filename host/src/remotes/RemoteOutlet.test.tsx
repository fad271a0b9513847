/** The outlet against the real loader on the bench: what a remote reports about itself decides what is shown. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import type { ErrorReports, RemoteModule } from '@tessera/shared/federation';
import { fakeContext } from '@tessera/shared/testing';
import { RemoteOutlet, type CreateRemoteContext } from './RemoteOutlet';
import { aHandle, aRelease, aRemotePointer, NamedError, remotesOnTheBench, type Bench } from './testing/remotesOnTheBench';

const one = aRelease('1.0.0+00000001');
const two = aRelease('1.1.0+00000002');
const chunkError = new NamedError('ChunkLoadError', 'Loading chunk 524 failed.');

let bench: Bench;
/** How often each version was mounted, and the reports that the mounted one was given. */
let mounts: string[];
let reports: ErrorReports;

const showing = (version: string): RemoteModule => ({
  contract: '^1.0',
  mount(element, context) {
    mounts.push(version);
    reports = context.reports;
    element.innerHTML = `<h1>${version}</h1>`;
    return aHandle({ unmount: () => element.replaceChildren() });
  },
});

beforeEach(async () => {
  mounts = [];
  bench = remotesOnTheBench();
  bench.point(aRemotePointer(two, { previous: one }));
  for (const { version } of [one, two]) bench.behaviours.set(version, [showing(version)]);
});

const outlet = (createContext: CreateRemoteContext) => (
  <RemoteOutlet
    remotes={bench.remotes}
    name="market"
    createContext={createContext}
    skeleton="loading"
    renderFailed={({ kind }) => <p>failed: {kind}</p>}
    renderDisabled={() => 'off'}
  />
);
const aPlace = (): CreateRemoteContext => (remote, signal) => ({ ...fakeContext(), remote, signal });

async function shown() {
  const view = render(outlet(aPlace()));
  await settle();
  return view;
}
/** Lets the loader and what waits for the next turn of the page come to an end. */
async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    await bench.clock.turn(0);
  });
}
async function reportOwn(error: unknown): Promise<void> {
  act(() => reports.report(error, { where: 'market' }));
  await settle();
}
const heading = () => screen.queryByRole('heading')?.textContent;

describe('a page of a remote that went down', () => {
  it('once: the same release is mounted anew; twice within a minute: the release before', async () => {
    await shown();
    await reportOwn(new Error('boom'));
    expect([heading(), mounts]).toEqual([two.version, [two.version, two.version]]);
    await reportOwn(new Error('boom'));
    expect(heading()).toBe(one.version);
  });

  it('what a part of the page reports is no crash', async () => {
    await shown();
    act(() => reports.report(new Error('no chart'), { where: 'chart' }));
    act(() => reports.report(new Error('no chart'), { where: 'chart' }));
    await settle();
    expect(mounts).toEqual([two.version]);
  });

  it('a lost chunk: the release is loaded and mounted anew', async () => {
    await shown();
    await reportOwn(chunkError);
    expect(bench.asked).toEqual([two.version, two.version]);
    expect([heading(), mounts]).toEqual([two.version, [two.version, two.version]]);
  });

  it('both releases crash at one place: a card there, and another place is a new chance', async () => {
    const view = await shown();
    for (let crash = 0; crash < 4; crash += 1) await reportOwn(new Error('boom'));
    expect(screen.getByText('failed: crash')).toBeVisible();
    view.rerender(outlet(aPlace()));
    await settle();
    expect(heading()).toBe(two.version);
  });
});

it('the sheets of a release that is mounted anew stay switched on; those of one that left are off', async () => {
  const sheetOf = (version: string): CSSStyleSheet => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `/r/market/${version}/app.css`;
    const sheet = { disabled: true } as CSSStyleSheet;
    Object.defineProperty(link, 'sheet', { value: sheet });
    document.head.append(link);
    return sheet;
  };
  const [before, live] = [sheetOf(one.version), sheetOf(two.version)];
  await shown();
  expect([before.disabled, live.disabled]).toEqual([true, false]);
  await reportOwn(new Error('boom'));
  expect([before.disabled, live.disabled]).toEqual([true, false]);
  await reportOwn(new Error('boom'));
  expect([before.disabled, live.disabled]).toEqual([false, true]);
});
