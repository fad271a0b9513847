import { expect, test } from '@jest/globals';
import { releaseEvent } from '@tessera/shared/contract';
import { releaseEventOf, type RemoteEvent } from './RemoteEvent';

const [one, two] = ['1.0.0+00000001', '1.1.0+00000002'];
const failure = (version: string | undefined, detail: string): RemoteEvent => ({
  type: 'failed',
  failure: { kind: 'chunk', remote: 'market', version, detail },
});

test.each<[RemoteEvent, object]>([
  [
    { type: 'loaded', remote: 'market', version: two },
    { remote: 'market', version: two, type: 'loaded' },
  ],
  [failure(two, 'lost'), { remote: 'market', version: two, type: 'failed', kind: 'chunk', detail: 'lost' }],
  [
    { type: 'fell-back', remote: 'market', wanted: two, shown: one },
    { remote: 'market', version: two, type: 'fell-back', detail: `to ${one}` },
  ],
  [
    { type: 'swapped', remote: 'market', from: one, to: two },
    { remote: 'market', version: two, type: 'swapped', detail: `from ${one}` },
  ],
])('%j in the words of the socket', (event, told) => {
  expect(releaseEventOf(event)).toEqual(told);
  expect(releaseEvent.safeParse(told).success).toBe(true);
});

test('a detail longer than the socket takes is cut; a failure of no release is not told', () => {
  expect(releaseEvent.safeParse(releaseEventOf(failure(two, 'x'.repeat(1000)))).success).toBe(true);
  expect(releaseEventOf(failure(undefined, 'no pointer'))).toBeUndefined();
});
