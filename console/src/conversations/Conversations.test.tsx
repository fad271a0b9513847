import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { forgetKept } from '../parts/useKept';
import { UserPage } from '../users/UserPage';
import { Conversations } from './Conversations';

const now = Date.UTC(2030, 4, 2, 12);
const operator = { name: 'ann', roles: ['support' as const], endsAtMs: now + 3_600_000 };
const [anna, ben] = ['10000001', '10000002'];
const picture = { address: '/api/upload/image?id=1', width: 640, height: 480 };
const entry = (id: number, more: object = {}) => ({
  id: String(id),
  from: 'person',
  text: `entry ${id}`,
  picture: null,
  clientId: null,
  atMs: now - 60_000 * (10 - id),
  operator: null,
  ...more,
});
const listed = (userId: string, more: object = {}) => ({
  userId,
  account: `${userId}@example.com`,
  waitingSinceMs: now - 300_000,
  unread: 2,
  last: { from: 'person', text: 'Where is it?', atMs: now },
  ...more,
});
type Refusal = { readonly refused: string; readonly params?: Record<string, string> };
type Respond = (body: Record<string, unknown>) => unknown;

/** As browsers of today, which answer with a promise. */
const scrolledTo = jest.fn<(this: Element) => Promise<void>>(async () => undefined);
let asked: [path: string, body: Record<string, unknown>][] = [];
let answers: Record<string, Respond>;
const bodiesOf = (path: string) => asked.filter(([one]) => one === path).map(([, body]) => body);

beforeEach(() => {
  window.location.hash = '';
  Element.prototype.scrollIntoView = scrolledTo;
  scrolledTo.mockClear();
  asked = [];
  forgetKept(`conversations/${anna}`);
  answers = {
    'conversations/list': () => ({ items: [listed(anna), listed(ben)], next: null }),
    'conversations/get': () => ({
      userId: anna,
      account: 'anna@example.com',
      waitingSinceMs: now - 300_000,
      items: [
        entry(3, { picture, text: null }),
        entry(2, { from: 'service', operator: 'bob', text: 'Yesterday' }),
        entry(1, { text: '<b>w\u202e</b>' }),
      ],
      next: null,
      seenByPerson: '2',
    }),
    'conversations/answer': ({ text }) => ({ entry: entry(4, { from: 'service', operator: 'ann', text: text ?? null }) }),
    'conversations/read': () => ({ unread: 0 }),
    'conversations/close': () => ({ isClosed: true }),
  };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const path = String(url).replace('api/', '');
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    asked.push([path, body]);
    const message = answers[path]?.(body) as object | undefined;
    if (message === undefined) throw new TypeError('no network');
    const headers = { date: new Date(now).toUTCString() };
    if (!('refused' in message)) return Response.json({ type: 'ok', message }, { headers });
    const { refused, params } = message as Refusal;
    return Response.json({ type: 'error', message: refused, params }, { headers });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = async () => {
  render(<Conversations operator={operator} rest={[anna]} />);
  return screen.findByRole('list', { name: 'What was said' });
};
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Answer/ });
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));

test('the list says who waits, since when, and how much is unread; all of them are asked for by name', async () => {
  answers['conversations/list'] = ({ state }) => ({
    items:
      state === 'any'
        ? [listed(ben, { waitingSinceMs: null, unread: 0, last: { from: 'person', text: null, atMs: now } })]
        : [listed(anna)],
    next: null,
  });
  render(<Conversations operator={operator} rest={[]} />);
  const row = await screen.findByRole('link', { name: /10000001/ });
  expect(row.textContent).toBe('10000001@example.comWhere is it?2 unread · asked 5 min ago');
  expect(row.getAttribute('href')).toBe('#/conversations/10000001');
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'any' } });
  expect((await screen.findByRole('link', { name: /10000002/ })).textContent).toBe('10000002@example.comA pictureNothing waits.');
});

test('what was said stands oldest first, as text, with who said it and what the person has seen; it is marked as read', async () => {
  const list = await open();
  const [first, second, third] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toContain('<b>w\u202e</b>');
  expect(second?.textContent).toMatch(/^bob.* · seenYesterday$/);
  const shown = within(third as HTMLElement).getByRole('img', { name: 'Picture from the person' });
  expect(shown.getAttribute('src')).toBe(picture.address);
  await waitFor(() => expect(bodiesOf('conversations/read')).toEqual([{ userId: anna, upTo: '3' }]));
  expect(screen.getByText('Waits for an answer, asked 5 min ago.')).toBeTruthy();
  expect(scrolledTo.mock.contexts).toEqual([third]);
});

test('an answer that nobody confirmed stays, and goes again by the same name; a new one has a new name', async () => {
  await open();
  answers['conversations/answer'] = () => undefined;
  write(' It waits for the bank. ');
  send();
  expect((await screen.findByText('The server does not answer.')).getAttribute('role')).toBe('alert');
  expect(field().value).toBe(' It waits for the bank. ');
  answers['conversations/answer'] = () => ({ entry: entry(4) });
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(field().value).toBe(''));
  write('Tomorrow.');
  send();
  await waitFor(() => expect(field().value).toBe(''));
  const sent = bodiesOf('conversations/answer');
  expect(sent.map(({ text }) => text)).toEqual(['It waits for the bank.', 'It waits for the bank.', 'Tomorrow.']);
  expect([sent[1]?.['clientId'] === sent[0]?.['clientId'], sent[2]?.['clientId'] === sent[1]?.['clientId']]).toEqual([
    true,
    false,
  ]);
});

test('what was begun is still there after another conversation was looked at', async () => {
  await open();
  write('half a sent');
  document.body.replaceChildren();
  await open();
  expect(field().value).toBe('half a sent');
});

describe('a picture', () => {
  const bitmap = { width: 3000, height: 1500, close: () => undefined };
  const pixels = new File(['pixels'], 'picture.jpg', { type: 'image/jpeg' });
  const pen = { drawImage: () => undefined, fillRect: () => undefined };
  let made: Blob | null;
  beforeEach(() => {
    made = pixels;
    Object.assign(globalThis, { createImageBitmap: async () => bitmap });
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
    jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(made));
  });
  const choose = async (file = pixels) => {
    fireEvent.change(screen.getByLabelText(/^Picture/), { target: { files: [file] } });
    return screen.findByRole('img', { name: 'The picture that will be sent' });
  };

  test('is shown before it is sent, goes before the words, each by a name of its own', async () => {
    await open();
    await choose();
    write('As you see');
    send();
    await waitFor(() => expect(field().value).toBe(''));
    const sent = bodiesOf('conversations/answer');
    expect(sent.map(({ text, picture: bytes }) => [text, bytes])).toEqual([
      [undefined, Buffer.from('pixels').toString('base64')],
      ['As you see', undefined],
    ]);
    expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(2);
    expect(screen.queryByRole('img', { name: 'The picture that will be sent' })).toBeNull();
  });

  test('that was refused stays with the reason, goes again by the same name, and can be left out', async () => {
    await open();
    await choose();
    answers['conversations/answer'] = () => ({ refused: 'UPLOAD_TOO_MANY', params: { max: '100' } });
    write('As you see');
    for (const count of [1, 2]) {
      send();
      await waitFor(() => expect(bodiesOf('conversations/answer')).toHaveLength(count));
      await screen.findByText('This person was sent 100 pictures, which is the limit. Answer in words.');
    }
    const [first, second] = bodiesOf('conversations/answer');
    expect(second).toEqual(first);
    fireEvent.click(screen.getByRole('button', { name: 'Do not send this picture' }));
    answers['conversations/answer'] = () => ({ entry: entry(4) });
    send();
    await waitFor(() => expect(field().value).toBe(''));
    expect(bodiesOf('conversations/answer').at(-1)).toMatchObject({ text: 'As you see' });
  });

  test('may be pasted; what is none, or stays too large, is refused here', async () => {
    await open();
    await act(async () => void fireEvent.paste(field(), { clipboardData: { files: [pixels] } }));
    await screen.findByRole('img', { name: 'The picture that will be sent' });
    fireEvent.click(screen.getByRole('button', { name: 'Do not send this picture' }));
    Object.assign(globalThis, { createImageBitmap: () => Promise.reject(new Error('no picture')) });
    fireEvent.change(screen.getByLabelText(/^Picture/), { target: { files: [new File(['x'], 'x.pdf')] } });
    await screen.findByText(/^This type of file cannot be used/);
    Object.assign(globalThis, { createImageBitmap: async () => bitmap });
    made = new File([new Uint8Array(3_145_729)], 'large.jpg');
    fireEvent.change(screen.getByLabelText(/^Picture/), { target: { files: [pixels] } });
    await screen.findByText('The file is too large. The limit is 3 MB.');
    expect(bodiesOf('conversations/answer')).toEqual([]);
  });
});

test('what needs no answer is closed as it was seen; what was written since is said', async () => {
  await open();
  answers['conversations/close'] = () => ({ isClosed: false });
  document.body.focus();
  fireEvent.keyDown(document.body, { key: 'x' });
  await waitFor(() => expect(bodiesOf('conversations/close')).toEqual([{ userId: anna, seen: '3' }]));
  fireEvent.keyDown(document.body, { key: 'n' });
  await waitFor(() => expect(window.location.hash).toBe(`#/conversations/${ben}`));
});

test('person and conversation lead to each other, for who may see both', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'The person’s account' }).getAttribute('href')).toBe(`#/users/${anna}`);
  document.body.replaceChildren();
  const user = {
    id: anna,
    email: 'anna@example.com',
    phone: null,
    wallet: null,
    country: 'DE',
    mode: 'real',
    frozenAtMs: null,
    lockedAtMs: null,
    registeredAtMs: now,
  };
  answers['users/get'] = () => ({ user, balances: [], sessions: [] });
  answers['users/limits'] = () => ({ refused: 'DATA_NOT_FOUND' });
  const page = render(<UserPage id={anna} operator={operator} />);
  const link = await screen.findByRole('link', { name: 'The conversation with this person' });
  expect(link.getAttribute('href')).toBe(`#/conversations/${anna}`);
  page.unmount();
  render(<UserPage id={anna} operator={{ ...operator, roles: ['risk'] }} />);
  await screen.findByText('DE');
  expect(screen.queryByRole('link', { name: 'The conversation with this person' })).toBeNull();
});
