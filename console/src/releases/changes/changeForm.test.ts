import { expect, test } from '@jest/globals';
import type { RemoteStatus } from '@tessera/release';
import { bodyOf, missing, suggestedInput } from './changeForm';
import { offeredVerbs } from './offeredVerbs';

const published = ['1.2.0', '1.1.0', '1.0.0'].map((version) => ({
  version,
  builtAtMs: 0,
  contract: '^1.0',
  isProven: true,
  note: null,
}));
const remote: RemoteStatus = {
  stable: '1.1.0',
  previous: '1.0.0',
  canary: null,
  apply: null,
  lock: null,
  disabled: null,
  published,
  sessions: null,
  failures: [],
};
const lock = { by: 'ada', reason: 'blank page', atMs: 0 };
const running = { version: '1.2.0', percent: 10, isHalted: false };
const halted = { ...running, isHalted: true };
const suggested = (kind: Parameters<typeof suggestedInput>[0], changed: Partial<RemoteStatus> = {}) =>
  suggestedInput(kind, { name: 'market', remote: { ...remote, ...changed } });

test('a rollback suggests the release before, at once; on a locked remote that may be the bad one, so nothing', () => {
  const input = suggested('rollback');
  expect(bodyOf('rollback', 'market', input)).toEqual({
    remote: 'market',
    to: '1.0.0',
    now: true,
    despiteRunningHosts: false,
    reason: 'rollback market',
  });
  expect(suggested('rollback', { lock }).version).toBe('');
  expect(missing('rollback', suggested('rollback', { lock }))).toBe('Choose a version.');
});

test('a promotion suggests the running canary, else the newest; a halted canary must be named', () => {
  expect([
    suggested('promote').version,
    suggested('promote', { canary: running }).version,
    suggested('promote', { canary: halted }).version,
  ]).toEqual(['1.2.0', '1.2.0', '']);
});

test('a canary suggests the next larger share, and a halted one the share that it had', () => {
  expect(
    [suggested('canary'), suggested('canary', { canary: running }), suggested('canary', { canary: halted })].map(
      ({ percent }) => percent,
    ),
  ).toEqual(['5', '25', '10']);
});

test('a request says only what its verb knows', () => {
  expect(bodyOf('lock', 'market', { ...suggested('lock'), unlock: true, now: true })).toEqual({
    remote: 'market',
    reason: 'lock market',
  });
  expect(bodyOf('rollbackHost', 'host', suggestedInput('rollbackHost', { name: 'host', remote: null }))).toEqual({
    remote: 'host',
    reason: 'rollback host',
  });
  const messages = [{ language: ' en ', text: ' Back at ten ' }];
  expect(bodyOf('disable', 'market', { ...suggested('disable'), messages })).toEqual({
    remote: 'market',
    reason: 'disable market',
    message: { en: 'Back at ten' },
    now: true,
  });
});

test.each([
  ['percent', { percent: '100' }],
  ['percent', { percent: '0' }],
  ['version', { version: '' }],
  ['reason', { reason: ' ' }],
])('nothing is asked of the server while the %s is missing: %o', (_, wrong) => {
  expect(missing('canary', suggested('canary'))).toBeUndefined();
  expect(missing('canary', { ...suggested('canary'), ...wrong })).toEqual(expect.any(String));
});

test('only what makes sense is offered', () => {
  expect(offeredVerbs(remote)).toEqual(['rollback', 'promote', 'canary', 'lock', 'disable']);
  expect(offeredVerbs({ ...remote, canary: running, lock, disabled: { en: 'soon' } })).toEqual([
    'rollback',
    'halt',
    'promote',
    'canary',
    'unlock',
    'enable',
  ]);
  expect(offeredVerbs({ ...remote, stable: null })).toEqual(['promote']);
});
