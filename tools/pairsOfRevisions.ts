/**
 * Real builds out of the project's history in pairs: `npx tsx tools/pairsOfRevisions.ts <revision> <revision> <revision>`, oldest
 * first. Every host is made live with every release of every remote, on one server of the last revision and through the gate of
 * the present sources, and each page is looked at in a browser. A pair is shown, refused by the gate, or broken; the program fails
 * when the gate let through what is broken. `--only <remote>` judges that one. A revision is built once and kept.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, expect, type Browser } from 'playwright/test';
import { remoteNames, type RemoteName } from '@tessera/shared/federation';
import { browserLaunch } from '../e2e/fixtures/browserLaunch';
import { phone } from '../e2e/fixtures/phone';
import { registerNewcomer } from '../e2e/fixtures/registerNewcomer';
import { rememberedBrowser, type Remembered } from '../e2e/fixtures/rememberedBrowser';
import { buildRevision, type BuiltRevision } from './buildRevision';
import { release } from '../e2e/federation/InstalledReleases';
import { JudgedBrowser } from '../e2e/federation/JudgedBrowser';
import { pagesOfRemotes } from '../e2e/federation/pagesOfRemotes';
import { ContractPage } from '../e2e/pages/ContractPage';
import { LeveragePanel } from '../e2e/pages/LeveragePanel';
import { SpotPage } from '../e2e/pages/SpotPage';

type Outcome =
  | { readonly kind: 'shown' }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'broken'; readonly faults: readonly string[] };
interface Pair {
  readonly host: BuiltRevision;
  readonly remote: RemoteName;
  readonly from: BuiltRevision;
  readonly outcome: Outcome;
}

const say = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
const { positionals: names, values: options } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true } },
});
if (names.length < 2)
  throw new Error('usage: npx tsx tools/pairsOfRevisions.ts <revision> <revision>... [--only <remote>], oldest first');
const judgedRemotes = remoteNames.filter((remote) => options.only?.includes(remote) ?? true);

const revisions: BuiltRevision[] = [];
for (const name of names) revisions.push(await buildRevision(name, join(tmpdir(), 'tessera-revisions'), say));
const [oldest, newest] = [revisions[0], revisions.at(-1)] as [BuiltRevision, BuiltRevision];

say(`starting the server of ${newest.name}`);
const starter = (await import(pathToFileURL(join(newest.checkout, 'e2e/fixtures/startTessera.ts')).href)) as {
  default: () => Promise<() => Promise<void>>;
};
const stop = await starter.default();
const browser = await chromium.launch(browserLaunch);
const pairs: Pair[] = [];
try {
  for (const revision of revisions) {
    for (const remote of remoteNames) await release('publish', remote, '--from', revision.remotes[remote].folder, '--unproven');
  }
  say('registering somebody who trades');
  const { session } = await registerNewcomer();
  await trade(browser, session);
  // The newest host first, and on each one the oldest remotes to begin with: they ask for least, so every host can be made live.
  for (const host of revisions.toReversed()) {
    for (const remote of remoteNames) await promote(remote, oldest);
    await release('publish', 'host', '--from', host.host.folder);
    pairs.push(...(await judgeHost(host, session)));
  }
} finally {
  await browser.close();
  await stop();
}
print(pairs);
process.exitCode = pairs.some(({ outcome }) => outcome.kind === 'broken') ? 1 : 0;

function promote(remote: RemoteName, from: BuiltRevision): Promise<string> {
  return release('promote', remote, from.remotes[remote].version, '--unproven', '--unlock', '--now');
}

/** An order, a position and a purchase, so that there are figures to show. */
async function trade(on: Browser, session: Remembered): Promise<void> {
  const context = await on.newContext({ ...phone, storageState: rememberedBrowser(session) });
  const page = await context.newPage();
  const contract = await new ContractPage(page).open('BTC-USDT');
  await contract.isShown();
  await contract.chooseSeconds(30);
  const confirm = await contract.order('long', '25');
  await confirm.isShown();
  await confirm.place();
  await contract.untilSettled(30);
  for (const [symbol, lots] of [
    ['BTC-USDT', '0.01'],
    ['EUR-USD', '0.1'],
  ] as const) {
    const panel = await new LeveragePanel(page).open(symbol);
    await panel.isShown();
    const order = await panel.order('long', lots);
    await order.isShown();
    await order.place();
    await order.done();
  }
  const spot = await new SpotPage(page).open('BTC-USDT', 'buy');
  await spot.isShown();
  await spot.amount.fill('0.002');
  const purchase = await spot.order();
  await purchase.isShown();
  await purchase.place();
  await context.close();
}

/**
 * One remote after the other, each release in turn, while the others stay at their oldest one; the page is open meanwhile and
 * follows. At the end all remotes of one revision together, on pages that are opened again.
 */
async function judgeHost(host: BuiltRevision, session: Remembered): Promise<Pair[]> {
  const judged: Pair[] = [];
  for (const remote of judgedRemotes) {
    for (const from of revisions) {
      const outcome = await judgePair(remote, from, session);
      say(
        `host ${host.name}, ${remote} ${from.name}: ${outcome.kind}${outcome.kind === 'broken' ? `\n  ${outcome.faults.join('\n  ')}` : ''}`,
      );
      judged.push({ host, remote, from, outcome });
    }
    await promote(remote, oldest);
  }
  for (const from of revisions) {
    const together = remoteNames.filter((remote) =>
      judged.some((pair) => pair.remote === remote && pair.from === from && pair.outcome.kind === 'shown'),
    );
    if (together.length < remoteNames.length) continue;
    for (const remote of together) await promote(remote, from);
    const opened = await JudgedBrowser.open(browser, session);
    for (const remote of together) {
      for (const page of pagesOfRemotes[remote].slice(0, 2)) {
        await opened.open(page);
        const faults = await opened.faults(remote, from.remotes[remote].version, page);
        if (faults.length > 0)
          judged.push({
            host,
            remote,
            from,
            outcome: { kind: 'broken', faults: faults.map((fault) => `all together, ${page.address}: ${fault}`) },
          });
      }
    }
    await opened.close();
  }
  return judged;
}

async function judgePair(remote: RemoteName, from: BuiltRevision, session: Remembered): Promise<Outcome> {
  const [first, ...others] = pagesOfRemotes[remote];
  if (first === undefined) throw new Error(`${remote} has no page to be judged by`);
  const { version } = from.remotes[remote];
  const running = await JudgedBrowser.open(browser, session);
  const visitor = await JudgedBrowser.open(browser, {});
  const faults: string[] = [];
  const note = (address: string, found: readonly string[]): void =>
    void faults.push(...found.map((fault) => `${address}: ${fault}`));
  try {
    await running.open(first);
    await expect(running.page.locator('[data-remote-version]')).toBeAttached();
    try {
      await promote(remote, from);
    } catch (error) {
      const words = /contract[^\n]*/.exec(String(error))?.[0];
      if (words === undefined) throw error;
      return { kind: 'refused', words };
    }
    note(`${first.address} (swapped while open)`, await running.faults(remote, version, first));
    for (const page of others) {
      const opened = page.isForVisitors === true ? visitor : running;
      if (opened === visitor && !visitor.page.url().startsWith('http')) await visitor.open(page);
      else await opened.go(page);
      note(page.address, await opened.faults(remote, version, page));
    }
    await running.open(first);
    note(`${first.address} (opened anew)`, await running.faults(remote, version, first));
  } finally {
    await running.close();
    await visitor.close();
  }
  return faults.length === 0 ? { kind: 'shown' } : { kind: 'broken', faults };
}

function print(all: readonly Pair[]): void {
  const about = ({ name, committedAt, host }: BuiltRevision): string =>
    `${name} (${committedAt.slice(0, 10)}, speaks ${host.contract})`;
  console.log(`| host | remote | ${revisions.map(({ name }) => name).join(' | ')} |`);
  console.log(`|---|---|${revisions.map(() => '---|').join('')}`);
  for (const host of revisions) {
    for (const remote of judgedRemotes) {
      const cells = revisions.map((from) => {
        const kinds = all
          .filter((pair) => pair.host === host && pair.remote === remote && pair.from === from)
          .map(({ outcome }) => outcome.kind);
        return `${kinds.includes('broken') ? 'BROKEN' : (kinds[0] ?? '?')} (${from.remotes[remote].contract})`;
      });
      console.log(`| ${about(host)} | ${remote} | ${cells.join(' | ')} |`);
    }
  }
  for (const { host, remote, from, outcome } of all) {
    if (outcome.kind === 'broken')
      console.log(`\nBROKEN: host ${host.name}, ${remote} of ${from.name}\n  ${outcome.faults.join('\n  ')}`);
  }
}
