/** What a proof names of witnesses, by the published vectors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { nothingKnown } from './Known';
import { witnessedCheck, type WitnessVectors } from './witness';

const { witnesses } = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/fairness-vectors.json'), 'utf8')) as {
  readonly witnesses: WitnessVectors;
};
const { anchors, witnessed } = witnesses;
const { statements, roots } = witnessed;
const stateOf = (named: Parameters<typeof witnessedCheck>[1]): string => witnessedCheck(anchors, named, nothingKnown).state;

test.each<readonly [string, Parameters<typeof witnessedCheck>[1], string]>([
  ['as it was published; whose the signatures are is not known here', witnessed, 'partial'],
  ['nobody is asked', undefined, 'absent'],
  ['no witness has signed yet', { statements: [], roots: [] }, 'pending'],
  ['a root in between is left out', { statements, roots: roots.slice(1) }, 'failed'],
  ['another root was signed', { roots, statements: statements.map((one) => ({ ...one, root: 'f'.repeat(64) })) }, 'failed'],
  [
    'the roots are those of another log',
    { statements, roots: roots.map((one) => ({ ...one, minuteMs: one.minuteMs + 1 })) },
    'failed',
  ],
  [
    'the stamp of another minute',
    { roots, statements: statements.map((one, at) => (at === 1 ? { ...one, statement: 'AAAA' } : one)) },
    'failed',
  ],
])('%s', (_, named, state) => {
  expect(stateOf(named)).toBe(state);
});

const lastMs = anchors.at(-1)?.minuteMs ?? 0;
const [dayMs, hourMs] = [86_400_000, 3_600_000];
const asks = { seq: 1, atMs: 1, kind: 'witness', hash: '', body: '{"witnesses":[{"kind":"countersigner","url":"https://w"}]}' };
test.each([
  ['nobody signed a root of the hours after it', { nowMs: lastMs + dayMs + 1 }, undefined, 'failed'],
  ['the proof names none, and a day later nobody signed', { nowMs: lastMs + dayMs + 1 }, { statements: [], roots: [] }, 'failed'],
  ['it is not yet a day', { nowMs: lastMs + dayMs }, { statements: [], roots: [] }, 'pending'],
  ['the exchange was not asked', { nowMs: lastMs + dayMs + 1, isAsked: false }, undefined, 'absent'],
  ['the record names nobody', { nowMs: lastMs + dayMs + 1, entries: [] }, undefined, 'absent'],
  [
    'a later root was signed',
    { nowMs: lastMs + dayMs + 1, witnessed: [{ ...statements[0]!, minuteMs: lastMs + 7 * hourMs }] },
    undefined,
    'absent',
  ],
])('a witness that the record names owes a statement within a day: %s', (_, known, named, state) => {
  const asked = { ...nothingKnown, entries: [asks], isAsked: true, ...known };
  expect(witnessedCheck(anchors, named, asked).state).toBe(state);
});
