import { createMemoryStorage } from '@tessera/shared/testing';
import {
  indicatorsOf,
  paramProblem,
  readIndicators,
  defaultChoice,
  withKind,
  withParams,
  writeIndicators,
} from './indicatorChoice';

describe('indicator choice', () => {
  test('nothing remembered: volume alone, which needs no further chunk', () => {
    expect(indicatorsOf(readIndicators(createMemoryStorage()))).toEqual([{ kind: 'vol', params: [] }]);
  });

  test('several, in the order in which they are offered, whatever the order of the taps', () => {
    const choice = withKind(withKind(defaultChoice, 'macd', true), 'ma', true);
    expect(choice.chosen).toEqual(['ma', 'vol', 'macd']);
    expect(withKind(choice, 'vol', false).chosen).toEqual(['ma', 'macd']);
  });

  test('what was chosen and changed comes back, also the parameters of what was put away', () => {
    const storage = createMemoryStorage();
    const changed = withParams(withParams(withKind(defaultChoice, 'boll', true), 'boll', [30, 3]), 'rsi', [5, 10, 15]);
    writeIndicators(storage, changed);
    expect(readIndicators(storage)).toEqual(changed);
    writeIndicators(storage, withKind(withKind(changed, 'boll', false), 'vol', false));
    expect(readIndicators(storage).chosen).toEqual([]);
    expect(readIndicators(storage).params.boll).toEqual([30, 3]);
  });

  test.each(['', 'purple|x', 'ma|ma=1.2.3', 'ma|ma=7.25', 'ma|macd=30.20.9', 'ma|ma=7.NaN.9', '|||'])(
    'stored nonsense %j harms nothing',
    (stored) => {
      const storage = createMemoryStorage();
      storage.write('indicators', stored);
      expect(readIndicators(storage).params).toEqual(defaultChoice.params);
    },
  );

  test('limits: said with the figures, and never taken over', () => {
    expect(paramProblem('ma', [1, 25, 99], 0)).toEqual({ kind: 'range', min: 2, max: 200 });
    expect(paramProblem('ma', [7.5, 25, 99], 0)).toMatchObject({ kind: 'range' });
    expect(paramProblem('macd', [26, 26, 9], 1)).toEqual({ kind: 'shortNotBelowLong' });
    expect(paramProblem('macd', [12, 26, 9], 1)).toBeUndefined();
    expect(withParams(defaultChoice, 'boll', [500, 2])).toBe(defaultChoice);
  });
});
