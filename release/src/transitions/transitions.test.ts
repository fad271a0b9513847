/** Any order of verbs, as several operators might type them, keeps what each of them relies on. */
import { describe, expect, test } from '@jest/globals';
import { isInCanary, type ReleaseReference, type RemotePointer } from '@tessera/shared/federation';
import * as fc from 'fast-check';
import { ReleaseProblem } from '../ReleaseProblem';
import { halted, versionToTry, withCanary } from './canary';
import { disabled, enabled, parseMessage } from './disabled';
import { locked, unlocked } from './locked';
import type { ChangeMeta } from './ChangeMeta';
import { promoted, versionToPromote } from './promoted';
import { rolledBack, versionToRollBackTo } from './rolledBack';

const aRelease = (minor: number): ReleaseReference => ({
  version: `1.${minor}.0+0000000${minor}`,
  entry: `/r/market/1.${minor}.0+0000000${minor}/remoteEntry.js`,
  type: 'global',
  global: `market_${minor}`,
  integrity: `sha384-${String(minor).repeat(64)}`,
  contract: '^1.0',
});
const aMeta = (serial: number, change: Partial<ChangeMeta> = {}): ChangeMeta => ({
  remote: 'market',
  serial,
  by: 'ada',
  reason: `reason ${serial}`,
  atMs: 1_700_000_000_000 + serial,
  apply: 'next-safe',
  ...change,
});
const [one, two, three] = [aRelease(1), aRelease(2), aRelease(3)];

type Step = (before: RemotePointer | undefined, meta: ChangeMeta) => RemotePointer;
const steps = {
  promote:
    (release: ReleaseReference): Step =>
    (before, at) =>
      promoted(before, { release, unlocks: false }, at),
  promoteUnlocking:
    (release: ReleaseReference): Step =>
    (before, at) =>
      promoted(before, { release, unlocks: true }, at),
  canary:
    (release: ReleaseReference, percent: number): Step =>
    (before, at) =>
      withCanary(before, { release, percent }, at),
  halt: (): Step => halted,
  rollback:
    (to: ReleaseReference): Step =>
    (before, at) =>
      rolledBack(before, to, at),
  lock: (): Step => locked,
  unlock: (): Step => unlocked,
  disable: (): Step => (before, at) => disabled(before, { en: 'closed' }, at),
  enable: (): Step => enabled,
};
const after = (...taken: readonly Step[]): RemotePointer => {
  const found = taken.reduce<RemotePointer | undefined>((before, step, index) => step(before, aMeta(index + 1)), undefined);
  if (found === undefined) throw new Error('no step was taken');
  return found;
};

const anyRelease = fc.integer({ min: 1, max: 5 }).map(aRelease);
const anyPercent = fc.integer({ min: 1, max: 99 });
const anyStep: fc.Arbitrary<{ readonly name: keyof typeof steps; readonly step: Step }> = fc.oneof(
  ...(['promote', 'promoteUnlocking', 'rollback'] as const).map((name) =>
    anyRelease.map((release) => ({ name, step: steps[name](release) })),
  ),
  fc
    .tuple(anyRelease, anyPercent)
    .map(([release, percent]) => ({ name: 'canary' as const, step: steps.canary(release, percent) })),
  ...(['halt', 'lock', 'unlock', 'disable', 'enable'] as const).map((name) => fc.constant({ name, step: steps[name]() })),
);

/** Walks any steps, skipping the refused ones; `check` sees each that was taken. */
function everyWalk(check: (before: RemotePointer, next: RemotePointer, name: keyof typeof steps) => void): void {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 25 }), (taken) => {
      let before = after(steps.promote(one));
      taken.forEach(({ name, step }, index) => {
        try {
          const next = step(before, aMeta(index + 2));
          check(before, next, name);
          before = next;
        } catch (error) {
          if (!(error instanceof ReleaseProblem)) throw error;
        }
      });
    }),
    { numRuns: 300 },
  );
}

describe('what was halted or locked', () => {
  test('the release before is tried again and halted: nobody falls back to it, and it is no target of a rollback', () => {
    const pointer = after(steps.promote(one), steps.promote(two), steps.canary(one, 10), steps.halt());
    expect(pointer.previous).toBeNull();
    expect(() => versionToRollBackTo(pointer, aMeta(5))).toThrow(/no release before/);
    expect(() => rolledBack(pointer, one, aMeta(5))).toThrow(/was halted/);
    expect(promoted(pointer, { release: one, unlocks: false }, aMeta(5)).stable).toEqual(one);
  });

  test('the live release promoted with --unlock: it stays, and the lock is gone', () => {
    const pointer = after(steps.promote(one), steps.lock());
    expect(promoted(pointer, { release: one, unlocks: true }, aMeta(3))).toEqual({ ...pointer, lock: null });
  });
});

describe('any order of verbs', () => {
  test('what people had stays their fallback: only promote and rollback move it, to the stable release before', () => {
    everyWalk((before, next) => {
      const isHalted = next.canary?.frozen === true && next.canary.release.version === before.previous?.version;
      if (isHalted) expect(next.previous).toBeNull();
      else if (next.stable.version === before.stable.version) expect(next.previous).toEqual(before.previous);
      else expect(next.previous).toEqual(before.stable);
    });
  });

  test('a canary is never what everybody gets already, and ends only by promote, rollback or another canary', () => {
    everyWalk((before, next, name) => {
      expect(next.canary?.release.version).not.toBe(next.stable.version);
      if (before.canary !== null && !['promote', 'promoteUnlocking', 'rollback', 'canary'].includes(name))
        expect(next.canary).not.toBeNull();
    });
  });

  test('a share of the same release only grows under the same salt; another release has a new salt', () => {
    everyWalk((before, next) => {
      if (before.canary === null || next.canary === null) return;
      const isSame = before.canary.release.version === next.canary.release.version;
      expect(next.canary.salt === before.canary.salt).toBe(isSame);
      if (isSame && !before.canary.frozen && !next.canary.frozen)
        expect(next.canary.percent).toBeGreaterThanOrEqual(before.canary.percent);
    });
  });

  test('people in a canary stay in it while the share grows', async () => {
    const people = Array.from({ length: 200 }, (_, index) => `account-${index}`);
    const inside = async ({ canary }: RemotePointer): Promise<readonly string[]> => {
      const answers = await Promise.all(people.map(async (id) => canary !== null && (await isInCanary(canary, id))));
      return people.filter((_, index) => answers[index]);
    };
    const shares = [1, 5, 20, 60, 99];
    const ramp = shares.map((_, index) =>
      after(steps.promote(one), ...shares.slice(0, index + 1).map((percent) => steps.canary(two, percent))),
    );
    const groups = await Promise.all(ramp.map(inside));
    groups.slice(1).forEach((group, index) => expect(group).toEqual(expect.arrayContaining([...(groups[index] ?? [])])));
    expect(groups.at(-1)?.length).toBeGreaterThan(groups[0]?.length ?? 0);
    expect(await inside(halted(ramp.at(-1), aMeta(9)))).toEqual([]);
  });

  test('a lock stops promote and canary, and only unlock and promote --unlock lift it', () => {
    everyWalk((before, next, name) => {
      if (before.lock === null) return;
      if (next !== before) expect(['promote', 'canary']).not.toContain(name);
      if (next.lock === null) expect(['unlock', 'promoteUnlocking']).toContain(name);
    });
  });

  test('a disabled remote comes back by enable alone', () => {
    everyWalk((before, next, name) => {
      if (before.disabled !== null && next.disabled === null) expect(name).toBe('enable');
    });
  });

  test('a rollback of a rollback is where one was, but for the lock', () => {
    everyWalk((before, next, name) => {
      if (name !== 'rollback') return;
      const back = rolledBack(next, before.stable, aMeta(99));
      expect(back).toMatchObject({ stable: before.stable, previous: next.stable, canary: null, disabled: before.disabled });
    });
  });
});

describe('promote', () => {
  test('without a version: the canary, else the newest; a halted canary must be named', () => {
    expect(versionToPromote(undefined, 'market', three.version)).toBe(three.version);
    expect(versionToPromote(after(steps.promote(one), steps.canary(two, 10)), 'market', three.version)).toBe(two.version);
    expect(() =>
      versionToPromote(after(steps.promote(one), steps.canary(two, 10), steps.halt()), 'market', three.version),
    ).toThrow(/is halted/);
    expect(() => versionToPromote(undefined, 'market', undefined)).toThrow(/no published release/);
  });

  test('what is live already changes nothing', () => {
    const before = after(steps.promote(one), steps.lock());
    expect(promoted(before, { release: one, unlocks: false }, aMeta(3))).toBe(before);
  });
});

describe('canary', () => {
  test('the salt names the remote and the first change', () => {
    const ramped = after(steps.promote(one), steps.canary(two, 5), steps.canary(two, 20));
    expect(ramped).toMatchObject({ stable: one, canary: { release: two, percent: 20, salt: 'market-2', frozen: false } });
  });

  test('a lower share is refused, the same one changes nothing', () => {
    const before = after(steps.promote(one), steps.canary(two, 20));
    expect(() => withCanary(before, { release: two, percent: 19 }, aMeta(3))).toThrow(/never falls/);
    expect(withCanary(before, { release: two, percent: 20 }, aMeta(3))).toBe(before);
  });

  test('after a halt it may begin lower, for the same people as before', () => {
    const again = after(steps.promote(one), steps.canary(two, 20), steps.halt(), steps.canary(two, 3));
    expect(again.canary).toMatchObject({ percent: 3, salt: 'market-2', frozen: false });
  });

  test('a higher version takes the place of a running one; another must wait until it is halted', () => {
    const running = after(steps.promote(one), steps.canary(two, 20));
    expect(withCanary(running, { release: three, percent: 1 }, aMeta(3)).canary).toMatchObject({
      release: three,
      salt: 'market-3',
    });
    const sameNumber = { ...two, version: '1.2.0+ffffffff' };
    expect(() => withCanary(running, { release: sameNumber, percent: 50 }, aMeta(3))).toThrow(/halt it first/);
    expect(withCanary(halted(running, aMeta(3)), { release: sameNumber, percent: 50 }, aMeta(4)).canary?.salt).toBe('market-4');
  });

  test.each([0, 100, 12.5, Number.NaN])('%d %% is not understood', (percent) => {
    expect(() => withCanary(after(steps.promote(one)), { release: two, percent }, aMeta(2))).toThrow(/from 1 to 99/);
  });

  test('without a version: the one under way, else the newest', () => {
    expect(versionToTry(after(steps.promote(one), steps.canary(two, 5)), 'market', three.version)).toBe(two.version);
    expect(versionToTry(after(steps.promote(one)), 'market', three.version)).toBe(three.version);
  });

  test('nothing to try on, nothing to halt: refused', () => {
    expect(() => withCanary(undefined, { release: two, percent: 5 }, aMeta(1))).toThrow(/never promoted/);
    expect(() => halted(after(steps.promote(one)), aMeta(2))).toThrow(/has no canary/);
  });
});

describe('rollback', () => {
  test('two people roll back the same fault: the second would bring it back, so the version must be named', () => {
    const first = after(steps.promote(one), steps.promote(two), steps.rollback(one));
    expect(() => versionToRollBackTo(first, aMeta(4))).toThrow(
      /locked by ada \(reason 3\); live is 1\.1\.0\S+; if 1\.2\.0\S+ is meant, add --to/,
    );
    expect(versionToRollBackTo(after(steps.promote(one), steps.promote(two)), aMeta(3))).toBe(one.version);
  });

  test('to what is live, or from the first release: refused', () => {
    expect(() => rolledBack(after(steps.promote(one)), one, aMeta(2))).toThrow(/is live already/);
    expect(() => versionToRollBackTo(after(steps.promote(one)), aMeta(2))).toThrow(/no release before/);
  });
});

describe('disable', () => {
  test('words per language are read, and the text may contain anything', () => {
    expect(parseMessage(['en=Back at 10:00 = soon', 'zh=维护中'])).toEqual({ en: 'Back at 10:00 = soon', zh: '维护中' });
    expect(() => parseMessage(['closed'])).toThrow(/<lang>=<text>/);
  });

  test.each([[{}], [{ EN: 'closed' }], [{ en: '  ' }]])('%j is not understood', (message) => {
    expect(() => disabled(after(steps.promote(one)), message, aMeta(2))).toThrow(ReleaseProblem);
  });
});
