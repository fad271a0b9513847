/** What a proof names of witnesses, by the published vectors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { nothingKnown } from './Known';
import { witnessedCheck, type WitnessVectors } from './witness';

const { witnesses } = JSON.parse(readFileSync(join(__dirname, '../../docs/fairness-vectors.json'), 'utf8')) as {
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
