import { describe, expect, it } from '@jest/globals';
import { BehaviorSubject } from 'rxjs';
import { createServerClock } from '../../domain/time';
import { createFakeSession, createFakeSocket, testStartMs } from '../../testkit';
import { createRealtime } from './createRealtime';

const nextTurns = async () => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
};

function setUp() {
  const socket = createFakeSocket(testStartMs);
  const session = createFakeSession();
  const page = { isVisible: new BehaviorSubject(true), isOnline: new BehaviorSubject(true), close: () => undefined };
  const local = { nowMs: 1000 };
  const clock = createServerClock({ monotonic: () => local.nowMs, epoch: () => 5 });
  const events: string[] = [];
  const realtime = createRealtime({
    url: '',
    token: () => 'token-1',
    language: () => 'en',
    session: session.state,
    clock,
    monotonic: () => local.nowMs,
    page,
    socket,
    eventsSince: async () => ({ events: [], lastSeq: 0, isComplete: true }),
    onSessionEnded: () => events.push('ended'),
    onReleaseChanged: ({ serial }) => events.push(`release ${serial}`),
    onFault: () => events.push('fault'),
  });
  return { socket, session, page, clock, events, realtime };
}

it('the version of the catalogue: unknown until the server tells it, then the latest told', () => {
  const { socket, realtime } = setUp();
  const seen: (number | undefined)[] = [];
  realtime.quotes.catalogVersion?.subscribe((version) => seen.push(version));
  socket.sendCatalogChanged(4);
  socket.isConnected$.next(false);
  socket.sendCatalogChanged(5);
  expect(seen).toEqual([undefined, 4, 5]);
  realtime.close();
});

it('halted markets: unknown until the server tells them, then the latest told', () => {
  const { socket, realtime } = setUp();
  const seen: (readonly string[] | undefined)[] = [];
  realtime.quotes.halted?.subscribe((symbols) => seen.push(symbols));
  socket.sendHalts('BTC-USDT');
  socket.sendHalts();
  expect(seen).toEqual([undefined, ['BTC-USDT'], []]);
  realtime.close();
});

describe('connection', () => {
  it('its states: connecting, live, reconnecting, offline, live', () => {
    const { socket, page, realtime } = setUp();
    const seen: string[] = [];
    realtime.quotes.connection.subscribe((state) => seen.push(state));
    socket.isConnected$.next(true);
    socket.isConnected$.next(false);
    page.isOnline.next(false);
    socket.isConnected$.next(true);
    expect(seen).toEqual(['connecting', 'live', 'reconnecting', 'offline', 'live']);
  });

  it('the page is seen again and the server answers: the connection stays, the clock learns', async () => {
    const { socket, page, clock } = setUp();
    socket.isConnected$.next(true);
    await nextTurns();
    expect(clock.now()).toBe(testStartMs);
    page.isVisible.next(false);
    page.isVisible.next(true);
    await nextTurns();
    expect(socket.asked).toEqual(['time', 'time']);
  });

  it('the page is seen again and the server is silent: dropped and made anew, though it looked open', async () => {
    const { socket, page } = setUp();
    socket.isConnected$.next(true);
    await nextTurns();
    socket.isAnswering = false;
    page.isVisible.next(false);
    page.isVisible.next(true);
    await nextTurns();
    expect(socket.asked).toEqual(['time', 'time', 'reopen']);
  });

  it('back on a network while waiting for the next attempt: tried at once', () => {
    const { socket, page } = setUp();
    page.isOnline.next(false);
    page.isOnline.next(true);
    expect(socket.asked).toEqual(['reopen']);
  });

  it('another session: the connection is made anew with its token', () => {
    const { socket, session } = setUp();
    socket.isConnected$.next(true);
    session.set({ mode: 'real' });
    expect(socket.asked).toContain('reopen');
  });

  it('the server ends the session, or a release changes: the host is told', () => {
    const { socket, events } = setUp();
    socket.sendSessionEnded();
    socket.sendReleaseChanged(12);
    expect(events).toEqual(['ended', 'release 12']);
  });

  it('closed: nothing is followed any more', () => {
    const { socket, events, realtime, page } = setUp();
    realtime.close();
    socket.sendReleaseChanged(13);
    page.isOnline.next(false);
    page.isOnline.next(true);
    expect(events).toEqual([]);
    expect(socket.asked).toEqual([]);
  });
});

describe('what the page tells about its releases', () => {
  const running = (serial: number) => ({
    host: { version: '0.3.0+aaaaaaaa', contract: '1.1.0' },
    serial,
    remotes: { market: '1.1.0+00000002' },
  });
  const failed = (detail: string) => ({
    remote: 'market',
    version: '1.1.0+00000002',
    type: 'failed' as const,
    kind: 'http',
    detail,
  });

  it('before the socket is up it is kept, and told on the connect: what runs now first, then what happened, once', () => {
    const { socket, realtime } = setUp();
    realtime.releases.running(running(6));
    realtime.releases.happened(failed('one'));
    realtime.releases.running(running(7));
    expect(socket.told).toEqual([]);
    socket.isConnected$.next(true);
    expect(socket.told).toEqual([running(7), failed('one')]);
  });

  it('on every further connect what runs is told anew, what happened is not', () => {
    const { socket, realtime } = setUp();
    socket.isConnected$.next(true);
    realtime.releases.happened(failed('one'));
    realtime.releases.running(running(7));
    socket.isConnected$.next(false);
    socket.isConnected$.next(true);
    expect(socket.told).toEqual([failed('one'), running(7), running(7)]);
  });

  it('the socket stays down: the latest fifty happenings are kept', () => {
    const { socket, realtime } = setUp();
    for (let number = 1; number <= 52; number += 1) realtime.releases.happened(failed(String(number)));
    socket.isConnected$.next(true);
    expect(socket.told).toHaveLength(50);
    expect(socket.told[0]).toEqual(failed('3'));
  });
});
