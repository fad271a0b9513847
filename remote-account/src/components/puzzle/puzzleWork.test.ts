import { createHash } from 'node:crypto';
import { findWork } from './puzzleWork';

const { signal } = new AbortController();

describe('the work before a try', () => {
  it('is what the server asks for: leading zero bits of the hash of puzzle and number', async () => {
    const work = await findWork('p1', 10, { now: () => 0, pause: async () => undefined, signal });
    const head = createHash('sha256').update(`p1:${work}`).digest().readUInt32BE(0);
    expect(Math.clz32(head)).toBeGreaterThanOrEqual(10);
  });

  it('lets the page breathe, and gives up after a minute or when the sheet is closed', async () => {
    let nowMs = 0;
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    const now = () => (nowMs += 100);
    await expect(findWork('p1', 32, { now, pause, signal })).rejects.toMatchObject({ code: 'PLEASE_RETRY' });
    expect(pauses).toBeGreaterThan(100);
    await expect(findWork('p1', 32, { now, pause, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'PLEASE_RETRY' });
  });
});
