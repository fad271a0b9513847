import { expect, it } from '@jest/globals';
import { TestScheduler } from 'rxjs/testing';
import type { ConnectionState } from '@tessera/shared/federation';
import { bannerState, type BannerState } from './bannerState';

const states: Record<string, ConnectionState> = { c: 'connecting', l: 'live', r: 'reconnecting', o: 'offline' };
const shown: Record<string, BannerState> = { n: 'none', R: 'reconnecting', O: 'offline', B: 'back' };

function expectBanner(connection: string, banner: string): void {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(({ cold, expectObservable }) => {
    expectObservable(bannerState(cold(connection, states)), `- 20s !`).toBe(banner, shown);
  });
}

it('lost for less than two seconds: not a word', () => expectBanner('l 4s r 1900ms l', 'n'));
it('lost for longer: said after two seconds, and the return for one and a half', () =>
  expectBanner('l 999ms r 4999ms l', 'n 2999ms R 2999ms B 1499ms n'));
it('off line while reconnecting: says so at once', () => expectBanner('r 3999ms o', 'n 1999ms R 1999ms O'));
it('no connection from the start: said after two seconds', () => expectBanner('c', 'n 1999ms R'));
