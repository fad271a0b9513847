/**
 * Plays one built remote on a page of its own and judges it by every rule that needs a browser. Each step has a time limit: a
 * remote that hangs breaks the rule of that step and ends the run.
 */
import type { ReleaseReference } from '@tessera/shared/federation';
import type { CDPSession, Page } from 'playwright';
import type { RemoteBuild } from '../build/BuildRecord';
import { integrityOf } from '../integrity';
import type { HarnessDoor, PlayedRelease, Traces } from './harness/HarnessDoor';
import type { Harness } from './openHarness';
import { lastingListeners, liveObjects } from './pageLeftovers';
import { otherHashThan, renamedCopy } from '@tessera/shared/build/renamedCopy';
import type { Fault, RuleName } from './rules';

export interface Played {
  readonly faults: readonly Fault[];
  /** The rules that the run came to judge, faulty or not. */
  readonly judged: ReadonlySet<RuleName>;
}

/** So many that one more object per mount stands out from caches. */
const mounts = 20;
/** Enough for what a single mount leaves. */
const fewMounts = 4;
/** For what is over in milliseconds on an idle machine; nobody waits that long for a remote that works. */
const defaultLimitMs = 30_000;

export interface PlayChoices {
  /** For one step of the run. */
  readonly limitMs?: number;
  /** False mounts it a few times only and leaves `leaves-no-memory` unjudged. */
  readonly isMemoryJudged?: boolean;
}

/** `pages`: where the remote is mounted, at least one. */
export async function playRemote(
  harness: Harness,
  build: RemoteBuild,
  pages: readonly string[],
  { limitMs = defaultLimitMs, isMemoryJudged = true }: PlayChoices = {},
): Promise<Played> {
  const play = new Play(harness, pages, limitMs, isMemoryJudged);
  await play.run(build);
  return { faults: play.faults, judged: play.judged };
}

class Hangs extends Error {
  override readonly name = 'Hangs';
}

class Play {
  readonly faults: Fault[] = [];
  readonly judged = new Set<RuleName>();

  constructor(
    private readonly harness: Harness,
    private readonly pages: readonly string[],
    private readonly limitMs: number,
    private readonly isMemoryJudged: boolean,
  ) {}

  async run(build: RemoteBuild): Promise<void> {
    const hash = hashOf(build);
    const played = this.serve(build.record.version, build.record.global, build);
    const otherHash = otherHashThan(hash);
    const renamed = (text: string): string => text.replaceAll(hash, otherHash);
    const other = this.serve(renamed(build.record.version), renamed(build.record.global), {
      ...build,
      files: renamedCopy(build.files, hash, otherHash),
    });
    const context = await this.harness.browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
    const page = await context.newPage();
    this.listenTo(
      page,
      [played, other].map(({ reference }) => folderOf(reference)),
    );
    const browser = await context.newCDPSession(page);
    try {
      await page.goto(this.harness.server.origin);
      await this.judge(page, browser, played, other);
    } catch (error) {
      if (!(error instanceof Hangs)) throw error;
      // A page whose script never ends does not close by itself.
      await browser.send('Runtime.terminateExecution');
    } finally {
      await context.close();
    }
  }

  private serve(version: string, global: string, { record, files }: RemoteBuild): PlayedRelease {
    const folder = this.harness.server.serve(record.name, version, files);
    const { entry, type, contract } = record;
    const reference: ReleaseReference = {
      version,
      entry: `${folder}${entry}`,
      type,
      global,
      contract,
      integrity: integrityOf(files.get(entry) ?? new Uint8Array()),
    };
    return { remote: record.name, reference, pages: this.pages };
  }

  private listenTo(page: Page, folders: readonly string[]): void {
    const { origin } = this.harness.server;
    const isOwn = (address: string): boolean =>
      ['blob:', 'data:', `${origin}/harness.`, `${origin}/api/`, ...folders.map((folder) => `${origin}${folder}`)].some((start) =>
        address.startsWith(start),
      ) || address === `${origin}/`;
    page.on('request', (request) => {
      if (!isOwn(request.url())) this.fault('stays-in-its-folder', `asked for ${request.url()}`);
    });
    page.on('websocket', (socket) => this.fault('stays-in-its-folder', `opened a socket to ${socket.url()}`));
    // The browser's own words about what it refused have no arguments; those refusals are faults of other rules already.
    page.on('console', (message) => {
      if (message.type() === 'error' && message.args().length > 0)
        this.fault('meets-no-errors', `console: ${message.text().split('\n')[0] ?? ''}`);
    });
  }

  private async judge(page: Page, browser: CDPSession, played: PlayedRelease, other: PlayedRelease): Promise<void> {
    const before = await page.evaluate(() => (globalThis as unknown as { harness: HarnessDoor }).harness.traces());
    const listenersBefore = await lastingListeners(browser);

    await this.step(
      page,
      ['loads', 'exposes-module', 'contract'],
      (release) => (globalThis as unknown as { harness: HarnessDoor }).harness.load(release),
      played,
    );
    if (this.isBroken('loads') || this.isBroken('exposes-module')) return;
    for (const place of this.pages) {
      const visit = { release: played, place };
      await this.step(
        page,
        ['mounts'],
        ({ release, place }) => (globalThis as unknown as { harness: HarnessDoor }).harness.visit(release, place),
        visit,
      );
    }
    if (this.isBroken('mounts')) return;
    await this.step(
      page,
      ['updates'],
      (release) => (globalThis as unknown as { harness: HarnessDoor }).harness.lead(release),
      played,
    );

    const objectsBefore = this.isMemoryJudged ? await liveObjects(browser) : undefined;
    await this.step(
      page,
      ['unmounts'],
      ({ release, times }) => (globalThis as unknown as { harness: HarnessDoor }).harness.repeat(release, times),
      {
        release: played,
        times: this.isMemoryJudged ? mounts : fewMounts,
      },
    );
    await this.judgeTraces(page, before, played, hashIn(played.reference.global));
    this.judgeGrowth('leaves-no-listeners', listenersBefore, await lastingListeners(browser));
    if (objectsBefore !== undefined) this.judgeObjects(objectsBefore, await liveObjects(browser));
    await this.takeFaults(page);
    this.judged.add('rests-after-unmount');

    // Two of a remote that is faulty alone would only tell its faults twice.
    if (this.faults.length === 0) {
      const both = { one: played, two: other };
      await this.step(
        page,
        ['side-by-side'],
        ({ one, two }) => (globalThis as unknown as { harness: HarnessDoor }).harness.playTogether(one, two),
        both,
        'side-by-side',
      );
    }
    for (const rule of ['obeys-policy', 'stays-in-its-folder', 'meets-no-errors'] as const) this.judged.add(rule);
  }

  /** One verb of the harness, within the time limit. `as`: every fault of this step is one of that rule. */
  private async step<Given>(
    page: Page,
    rules: readonly RuleName[],
    verb: (given: Given) => Promise<void>,
    given: Given,
    as?: RuleName,
  ): Promise<void> {
    const work = page.evaluate(verb as (given: unknown) => Promise<void>, given as unknown);
    const isDone = await Promise.race([work.then(() => true), pause(this.limitMs).then(() => false)]);
    if (!isDone) {
      work.catch(() => undefined);
      this.fault(rules[0] ?? 'mounts', `did not come back within ${this.limitMs / 1000} s`);
      throw new Hangs();
    }
    await this.takeFaults(page, as);
    for (const rule of rules) this.judged.add(rule);
  }

  private async takeFaults(page: Page, as?: RuleName): Promise<void> {
    const faults = await page.evaluate(() => (globalThis as unknown as { harness: HarnessDoor }).harness.takeFaults());
    for (const { rule, detail } of faults) this.fault(as ?? rule, detail);
  }

  private async judgeTraces(page: Page, before: Traces, { reference }: PlayedRelease, hash: string): Promise<void> {
    const after = await page.evaluate(() => (globalThis as unknown as { harness: HarnessDoor }).harness.tracesAtRest());
    this.judgeGrowth('leaves-no-nodes', [...before.nodes, ...before.attributes], [...after.nodes, ...after.attributes]);
    this.judgeGrowth('leaves-no-timers', before.timers, after.timers);
    this.judgeGrowth('leaves-no-subscriptions', before.subscriptions, after.subscriptions);
    const isAllowed = (name: string): boolean =>
      name.includes(reference.global) || name.includes(hash) || runtimeGlobals.test(name);
    this.judgeGrowth(
      'leaves-no-globals',
      before.globals,
      after.globals.filter((name) => !isAllowed(name)),
    );
  }

  /** Everything that is there more often than before is a fault. */
  private judgeGrowth(rule: RuleName, before: readonly string[], after: readonly string[]): void {
    const counted = countsOf(before);
    for (const [thing, count] of countsOf(after)) {
      const more = count - (counted.get(thing) ?? 0);
      if (more > 0) this.fault(rule, `${more === 1 ? '' : `${more} times `}${thing}`);
    }
    this.judged.add(rule);
  }

  /** One more per mount is a leak; a few more are caches. Something that another rule has found holds memory too and is not told twice. */
  private judgeObjects(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): void {
    if (this.faults.some(({ rule }) => rule.startsWith('leaves-'))) return;
    for (const [kind, count] of after) {
      const more = count - (before.get(kind) ?? 0);
      if (more >= mounts) this.fault('leaves-no-memory', `${more} more of ${kind} after ${mounts} mounts`);
    }
    this.judged.add('leaves-no-memory');
  }

  private isBroken(rule: RuleName): boolean {
    return this.faults.some((fault) => fault.rule === rule);
  }

  private fault(rule: RuleName, detail: string): void {
    this.faults.push({ rule, detail });
  }
}

/** Set by the first who comes, for all: the federation runtime, and the registry that copies of the schema library share. */
const runtimeGlobals = /^__(FEDERATION|VMOK|GLOBAL_LOADING|zod_globalRegistry)/;

const hashOf = ({ record }: RemoteBuild): string => record.version.split('+')[1] ?? '';
const hashIn = (global: string): string => global.split('_').at(-1) ?? global;
const folderOf = ({ entry }: ReleaseReference): string => entry.replace(/(\/r\/[^/]+\/[^/]+\/).*$/, '$1');
/** A limit that nobody waits for any more keeps no program running. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());

function countsOf(things: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
}
