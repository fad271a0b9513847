import { describe, expect, it } from '@jest/globals';
import type { EndpointResponse, PrivateEvent } from '../../domain/contract';
import { createFakeSession, createFakeSocket, testStartMs } from '../../testkit';
import { createPrivateEvents } from './PrivateEvents';

type Since = EndpointResponse<'eventsSince'>;
const event = (seq: number, mode: 'real' | 'demo' = 'demo'): PrivateEvent => ({
  type: 'notice',
  seq,
  mode,
  atMs: testStartMs + seq,
  messageId: `message-${seq}`,
  title: `Notice ${seq}`,
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function setUp() {
  const socket = createFakeSocket(testStartMs);
  const session = createFakeSession();
  const asked: number[] = [];
  const seen: (number | 'resync')[] = [];
  const scene = { answer: (async () => ({ events: [], lastSeq: 0, isComplete: true })) as () => Promise<Since> };
  const events$ = createPrivateEvents({
    socket,
    session: session.state,
    eventsSince: (after) => {
      asked.push(after);
      return scene.answer();
    },
  });
  events$.subscribe((signal) => seen.push(signal.type === 'resync' ? 'resync' : signal.seq));
  return { socket, session, asked, seen, scene };
}

describe('private events', () => {
  it('in order: handed on; a repeat is dropped', () => {
    const { socket, seen } = setUp();
    socket.sendHead('demo', 4);
    for (const seq of [5, 6, 6, 5, 7]) socket.sendPrivate(event(seq));
    expect(seen).toEqual([5, 6, 7]);
  });

  it('a gap: the missing ones are asked for and come before what waited', async () => {
    const { socket, seen, asked, scene } = setUp();
    socket.sendHead('demo', 4);
    scene.answer = async () => ({ events: [event(5), event(6), event(7)], lastSeq: 7, isComplete: true });
    socket.sendPrivate(event(7));
    socket.sendPrivate(event(8));
    await settled();
    expect(asked).toEqual([4]);
    expect(seen).toEqual([5, 6, 7, 8]);
  });

  it('a head ahead of us after a reconnect: what was missed is asked for', async () => {
    const { socket, seen, asked, scene } = setUp();
    socket.sendHead('demo', 4);
    scene.answer = async () => ({ events: [event(5)], lastSeq: 5, isComplete: true });
    socket.sendHead('demo', 5);
    await settled();
    expect(asked).toEqual([4]);
    expect(seen).toEqual([5]);
  });

  it('the server cannot fill the gap: resync, and the stream goes on behind it', async () => {
    const { socket, seen, scene } = setUp();
    socket.sendHead('demo', 4);
    scene.answer = async () => ({ events: [], lastSeq: 90, isComplete: false });
    socket.sendPrivate(event(90));
    await settled();
    socket.sendPrivate(event(91));
    expect(seen).toEqual(['resync', 91]);
  });

  it('no answer to the question: resync too, for nobody knows what was missed', async () => {
    const { socket, seen, scene } = setUp();
    socket.sendHead('demo', 4);
    scene.answer = async () => {
      throw new Error('cable');
    };
    socket.sendPrivate(event(8));
    await settled();
    socket.sendPrivate(event(9));
    expect(seen).toEqual(['resync', 9]);
  });

  it('numbers that start anew: resync', () => {
    const { socket, seen } = setUp();
    socket.sendHead('demo', 40);
    socket.sendHead('demo', 2);
    socket.sendPrivate(event(3));
    expect(seen).toEqual(['resync', 3]);
  });

  it('the account mode is switched: late answers and events of the other mode are dropped', async () => {
    const { socket, session, seen, scene } = setUp();
    socket.sendHead('demo', 4);
    let release: (answer: Since) => void = () => undefined;
    scene.answer = () => new Promise((resolve) => (release = resolve));
    socket.sendPrivate(event(7));
    session.set({ mode: 'real' });
    release({ events: [event(5), event(6), event(7)], lastSeq: 7, isComplete: true });
    await settled();
    socket.sendPrivate(event(8));
    socket.sendHead('real', 100);
    socket.sendPrivate(event(101, 'real'));
    expect(seen).toEqual([101]);
  });

  it('a visitor: nothing is handed on', () => {
    const { socket, session, seen } = setUp();
    session.set({ isSignedIn: false, userId: undefined });
    socket.sendPrivate(event(1));
    expect(seen).toEqual([]);
  });
});
