import { jest } from '@jest/globals';
import { AppError } from '@tessera/shared/errors';
import { createTestClock } from '@tessera/shared/testing';
import { ActionRunner, answerWithinMs, resendAfterMs, type MoneyActionAdapter } from './ActionRunner';
import type { Sent } from './moneyAction';
import { createSentActions } from './sentActions';

type Adapter = MoneyActionAdapter<string, string, string>;
type Answer = (answer: string | AppError) => void;

const refusal = new AppError('WALLET_BALANCE_INSUFFICIENT');
const noAnswer = new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true });

function aScene(part: Partial<Adapter> = {}) {
  const clock = createTestClock();
  const storage = new Map<string, string>();
  const told: string[] = [];
  const sent: Sent[] = [];
  const answers: Answer[] = [];
  const scene = { account: '7 real', found: undefined as string | undefined, isOffline: false };
  const adapter: Adapter = {
    kind: 'spot',
    submit: (_draft, _terms, request) => {
      sent.push(request);
      return new Promise((resolve, reject) => {
        answers.push((answer) => (answer instanceof AppError ? reject(answer) : resolve(answer)));
      });
    },
    find: () => Promise.resolve(scene.found),
    texts: { accepted: (outcome) => `accepted ${outcome}`, refused: ({ code }) => code, neverArrived: 'never arrived' },
    ...part,
  };
  const deps = {
    clock,
    account: () => scene.account,
    sentActions: createSentActions(
      {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, text) => void storage.set(key, text),
        removeItem: (key) => void storage.delete(key),
      } as Storage,
      'trade',
    ),
    tell: (text: string) => void told.push(text),
    isStopped() {
      if (scene.isOffline) told.push('offline');
      return scene.isOffline;
    },
  };
  const start = () => new ActionRunner<string, string, string>(adapter, deps);
  const pass = async (ms: number) => {
    // Both clocks go together, in steps finer than anything that waits.
    for (let left = ms; left > 0; left -= 500) {
      clock.advance(Math.min(left, 500));
      await jest.advanceTimersByTimeAsync(Math.min(left, 500));
    }
    await jest.advanceTimersByTimeAsync(0);
  };
  return { runner: start(), start, clock, storage, told, sent, answers, scene, pass };
}
const submit = ({ runner }: ReturnType<typeof aScene>) => {
  runner.ask('ten BTC', { terms: '61,000' });
  runner.confirm();
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('what was agreed to is sent', () => {
  it('without an answer for two seconds the same is sent again under the same id, and only once', async () => {
    const of = aScene();
    submit(of);
    await of.pass(resendAfterMs - 1);
    expect(of.sent).toHaveLength(1);
    await of.pass(1);
    expect(of.sent.map(({ id }) => id)).toEqual([of.sent[0]!.id, of.sent[0]!.id]);
    await of.pass(answerWithinMs);
    expect(of.sent).toHaveLength(2);
  });
  it('the first request is refused while the second is on its way: nobody knows until the second is answered', async () => {
    const of = aScene();
    submit(of);
    await of.pass(resendAfterMs);
    of.answers[0]!(refusal);
    await of.pass(0);
    expect(of.runner.action.state).toBe('unknown');
    of.answers[1]!('order 8');
    await of.pass(0);
    expect(of.told).toEqual(['accepted order 8']);
  });
  it('no answer at all: unknown after 15 s, asked for until it can no longer arrive', async () => {
    const of = aScene();
    submit(of);
    await of.pass(answerWithinMs);
    expect(of.runner.action.state).toBe('unknown');
    await of.pass(20_000);
    expect(of.told).toEqual(['never arrived']);
    expect(of.storage.size).toBe(0);
  });
  it('found by its id', async () => {
    const of = aScene();
    submit(of);
    of.answers[0]!(noAnswer);
    of.scene.found = 'order 8';
    await of.pass(1500);
    expect(of.told).toEqual(['accepted order 8']);
  });
  it('never arrived: the next try carries the same id, and one that stands for something else did arrive', async () => {
    const of = aScene();
    submit(of);
    of.answers[0]!(noAnswer);
    await of.pass(40_000);
    submit(of);
    expect(of.sent.at(-1)!.id).toBe(of.sent[0]!.id);
    of.scene.found = 'order 8';
    of.answers.at(-1)!(new AppError('REQUEST_ILLEGAL'));
    await of.pass(1500);
    expect(of.told.at(-1)).toBe('accepted order 8');
  });
});

describe('a refusal is believed when it speaks of what was sent', () => {
  const sayNothing = [
    'TOO_MANY_REQUESTS',
    'AUTH_SESSION_ENDED',
    'AUTH_LOGIN_REQUIRED',
    'NOT_FOUND_404',
    'ORDER_TOO_LATE',
  ] as const;
  it.each(sayNothing)('the first had no answer, the second is turned away with %s: asked on, and found', async (code) => {
    const of = aScene();
    submit(of);
    await of.pass(resendAfterMs);
    of.answers[0]!(noAnswer);
    await of.pass(0);
    of.answers[1]!(new AppError(code));
    await of.pass(0);
    expect(of.runner.action.state).toBe('unknown');
    of.scene.found = 'order 8';
    await of.pass(1500);
    expect(of.told).toEqual(['accepted order 8']);
  });
  it('nothing was left without an answer: turned away is refused', async () => {
    const of = aScene();
    submit(of);
    of.answers[0]!(new AppError('TOO_MANY_REQUESTS'));
    await of.pass(0);
    expect(of.told).toEqual(['TOO_MANY_REQUESTS']);
  });
  it('asking by sending again: turned away is no answer, and a refusal counts only when no other request is on its way', async () => {
    let say: AppError | undefined = new AppError('TOO_MANY_REQUESTS');
    const of = aScene({ find: () => Promise.resolve(say) });
    submit(of);
    await of.pass(answerWithinMs);
    expect(of.runner.action.state).toBe('unknown');
    say = refusal;
    await of.pass(3000);
    expect(of.runner.action.state).toBe('unknown');
    of.answers[0]!(noAnswer);
    of.answers[1]!(noAnswer);
    await of.pass(1500);
    expect(of.told).toEqual(['WALLET_BALANCE_INSUFFICIENT']);
  });
});

describe('the id of what never arrived', () => {
  async function lose(of: ReturnType<typeof aScene>) {
    submit(of);
    of.answers.at(-1)!(noAnswer);
    await of.pass(40_000);
    expect(of.told.at(-1)).toBe('never arrived');
  }
  it('another draft carries an id of its own', async () => {
    const of = aScene();
    await lose(of);
    of.runner.ask('two BTC', { terms: '61,000' });
    of.runner.confirm();
    expect(of.sent.at(-1)!.id).not.toBe(of.sent[0]!.id);
  });
  it('it stands for something else and is not found: not lent again', async () => {
    const of = aScene();
    await lose(of);
    submit(of);
    expect(of.sent.at(-1)!.id).toBe(of.sent[0]!.id);
    of.answers.at(-1)!(new AppError('REQUEST_ILLEGAL'));
    await of.pass(40_000);
    expect(of.told.at(-1)).toBe('never arrived');
    submit(of);
    expect(of.sent.at(-1)!.id).not.toBe(of.sent[0]!.id);
  });
});

describe('the outcome finds the person', () => {
  it('the page that sent it is gone: told by a message', async () => {
    const of = aScene();
    const leave = of.runner.watch({ onAccepted: () => undefined });
    submit(of);
    leave();
    of.answers[0]!('order 8');
    await of.pass(0);
    expect(of.told).toEqual(['accepted order 8']);
  });
  it('a page that shows it is told itself', async () => {
    const of = aScene();
    const seen: string[] = [];
    of.runner.watch({ onAccepted: (outcome) => void seen.push(outcome) });
    submit(of);
    of.answers[0]!('order 8');
    await of.pass(0);
    expect([seen, of.told]).toEqual([['order 8'], []]);
  });
  it('the sheet was closed meanwhile: told by a message, refusals too', async () => {
    const of = aScene();
    of.runner.watch({ onAccepted: () => undefined });
    submit(of);
    of.runner.send({ type: 'close' });
    of.answers[0]!(refusal);
    await of.pass(0);
    expect(of.told).toEqual(['WALLET_BALANCE_INSUFFICIENT']);
  });
  it('a reload: the id is kept, and what became of it is asked for and told', async () => {
    const of = aScene();
    submit(of);
    const again = of.start();
    again.resume();
    expect(again.action).toMatchObject({ state: 'unknown', sent: { id: of.sent[0]!.id } });
    of.scene.found = 'order 8';
    await of.pass(0);
    expect(of.told).toEqual(['accepted order 8']);
  });
  it('the remote is opened again before the answer: whoever takes it up tells the outcome, the mount before is silent', async () => {
    const of = aScene();
    submit(of);
    const again = of.start();
    again.resume();
    of.answers[0]!('order 8');
    await of.pass(0);
    expect(of.told).toEqual([]);
    of.scene.found = 'order 8';
    await of.pass(answerWithinMs);
    expect(of.told).toEqual(['accepted order 8']);
    expect(of.sent).toHaveLength(1);
    expect([of.runner.action.state, again.action.state]).toEqual(['editing', 'editing']);
  });
  it('under another account nothing is sent or asked', async () => {
    const of = aScene();
    submit(of);
    of.scene.account = '7 demo';
    await of.pass(resendAfterMs);
    expect(of.sent).toHaveLength(1);
    const again = of.start();
    again.resume();
    expect(again.action.state).toBe('editing');
    expect(of.storage.size).toBe(1);
  });
});

it('a proof that is wanted is asked for, and the same id is sent again with it', async () => {
  const of = aScene({ afterRefusal: () => 'challenge' });
  submit(of);
  of.answers[0]!(refusal);
  await of.pass(0);
  expect(of.runner.action.state).toBe('stepUp');
  of.runner.send({ type: 'proven', proof: '123456' });
  expect(of.sent.at(-1)).toMatchObject({ id: of.sent[0]!.id, proof: '123456' });
});

it('without a network nothing sets out, and the person hears why; what waits for a yes or a proof waits on', async () => {
  const of = aScene({ afterRefusal: () => 'challenge' });
  of.scene.isOffline = true;
  of.runner.askAndConfirm('ten BTC', { terms: '61,000' });
  expect(of.runner.action.state).toBe('editing');
  submit(of);
  expect([of.runner.action.state, of.sent, of.told]).toEqual(['review', [], ['offline', 'offline']]);
  of.scene.isOffline = false;
  of.runner.confirm();
  of.answers[0]!(refusal);
  await of.pass(0);
  of.scene.isOffline = true;
  of.runner.prove('123456');
  expect([of.runner.action.state, of.sent.length]).toEqual(['stepUp', 1]);
  of.scene.isOffline = false;
  of.runner.prove('123456');
  expect(of.sent.at(-1)).toMatchObject({ id: of.sent[0]!.id, proof: '123456' });
});
