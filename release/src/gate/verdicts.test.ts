import { describe, expect, test } from '@jest/globals';
import { passGate, verdicts, type LivingHost, type NamedRelease } from './verdicts';

const live: LivingHost = { version: '1.4.0+aaaaaaaa', contract: '1.4.0', sessions: 90, isLive: true };
const older: LivingHost = { version: '1.2.0+bbbbbbbb', contract: '1.2.0', sessions: 7, isLive: false };
const aRelease = (contract: string, change: Partial<NamedRelease> = {}): NamedRelease => ({
  remote: 'market',
  version: '3.0.0+0000000c',
  contract,
  isFallback: false,
  ...change,
});
const weights = (hosts: readonly LivingHost[], ...releases: readonly NamedRelease[]): string[] =>
  verdicts(hosts, releases).map(({ weight }) => weight);

describe('what each host can load', () => {
  test('every living host can: no verdict', () => expect(verdicts([live, older], [aRelease('^1.2')])).toEqual([]));

  test('only the live host can: refused unless somebody insists', () => {
    expect(weights([live, older], aRelease('^1.3'))).toEqual(['refused-unless-insisted']);
  });

  test('the live host cannot: refused, for the older one as well', () => {
    expect(weights([live, older], aRelease('^1.5'))).toEqual(['refused', 'refused-unless-insisted']);
    expect(weights([live], aRelease('^2.0'))).toEqual(['refused']);
  });

  test('a new host that cannot load the fallback only: a warning; the stable release of another remote: refused', () => {
    const newHost: LivingHost = { version: '2.0.0+cccccccc', contract: '2.0.0', sessions: 0, isLive: true };
    expect(weights([newHost], aRelease('^2.0'), aRelease('^1.4', { isFallback: true }))).toEqual(['warning']);
    expect(weights([newHost], aRelease('^2.0'), aRelease('^1.4', { remote: 'trade' }))).toEqual(['refused']);
  });
});

describe('passing', () => {
  test('insisting overrides running hosts and says so, and never the live one', () => {
    expect(passGate(verdicts([live, older], [aRelease('^1.3')]), true)).toHaveLength(1);
    expect(() => passGate(verdicts([live, older], [aRelease('^1.3')]), false)).toThrow(/--despite-running-hosts/);
    expect(() => passGate(verdicts([live], [aRelease('^1.5')]), true)).toThrow(
      /the live host 1\.4\.0\+aaaaaaaa \(90 sessions\) speaks 1\.4\.0/,
    );
  });

  test('the refusal names the release, the host, its sessions and what to do', () => {
    expect(() => passGate(verdicts([older], [aRelease('^1.3')]), false)).toThrow(
      'market 3.0.0+0000000c needs contract ^1.3, but host 1.2.0+bbbbbbbb, which 7 sessions still run, speaks 1.2.0: ' +
        'wait until "status" shows no session of it, or add --despite-running-hosts (those pages keep the release before)',
    );
  });
});
