import { expect, test } from '@jest/globals';
import { problemText } from './problemText';

test.each([
  [{ is: 'problem', kind: 'silent' }, 'The server does not answer.'],
  [
    { is: 'problem', kind: 'refused', code: 'AUTH_TOO_MANY_TRIES', params: { seconds: '4' } },
    'Too many tries. Wait 4 s, then try again.',
  ],
  [{ is: 'problem', kind: 'refused', code: 'OF_A_LATER_SERVER', params: {} }, 'The server refused: OF_A_LATER_SERVER.'],
] as const)('%j', (problem, text) => {
  expect(problemText(problem)).toBe(text);
});
