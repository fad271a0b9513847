/** A person and customer service: what is shown, what is sent, and what is left of it when nobody answers. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { EndpointResponse, ServiceEntry } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, signedInDemo, testStartMs, visitor } from '@tessera/shared/testing';
import { mount } from '../../remote';
import { drop, outgoing } from './outgoing';

const dayMs = 86_400_000;
const entry = (id: number, more: Partial<ServiceEntry> = {}): ServiceEntry => ({
  id: String(id),
  from: 'person',
  text: `entry ${id}`,
  picture: null,
  clientId: null,
  atMs: testStartMs + id,
  ...more,
});
type Conversation = EndpointResponse<'serviceConversation'>;
const nothing: Conversation = { items: [], next: null, unread: 0, seenByService: null };
const talk: Conversation = {
  items: [entry(3, { from: 'service', text: 'Tomorrow at the latest.' }), entry(2), entry(1, { atMs: testStartMs - dayMs })],
  next: null,
  unread: 1,
  seenByService: '2',
};

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  drop(new Set(outgoing.value.map(({ clientId }) => clientId)));
  document.body.replaceChildren();
});

async function open(conversation: Conversation = talk, session = signedInDemo) {
  const context = fakeContext({ remote: 'account', path: '/pages/kefu/index', session });
  context.api.respond('serviceConversation', conversation);
  context.api.respond('serviceRead', { unread: 0 });
  const element = document.body.appendChild(document.createElement('div'));
  await act(async () => {
    handle = mount(element, context);
  });
  return context;
}
const field = () => screen.findByRole('textbox', { name: 'Your message' });
async function write(text: string): Promise<void> {
  fireEvent.change(await field(), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
}

test('what was said stands in its order under its days; what is new and what was seen is told; reading marks it', async () => {
  const context = await open();
  const list = await screen.findByRole('list', { name: 'Customer service' });
  const lines = within(list).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent?.replace(/\d\d:\d\d/, ''))).toEqual([
    expect.stringMatching(/\d/),
    'You: entry 1',
    expect.stringMatching(/\d/),
    expect.stringContaining('You: entry 2 · Seen'),
    'New',
    'Customer service: Tomorrow at the latest.',
  ]);
  await waitFor(() => expect(context.api.callsOf('serviceRead').map(({ request }) => request)).toEqual([{ upTo: '3' }]));
});

test('an answer that comes while the page is open is asked for, shown and said', async () => {
  const context = await open();
  await screen.findByText('Tomorrow at the latest.');
  context.api.respond('serviceConversation', {
    ...talk,
    items: [entry(4, { from: 'service', text: '<b>Done</b>' }), ...talk.items],
  });
  act(() => context.privateEvents$.next({ type: 'service', seq: 1, mode: 'demo', atMs: testStartMs }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Customer service: <b>Done</b>'));
  expect(within(screen.getByRole('list')).getByText('<b>Done</b>')).toBeVisible();
});

test('a text is shown at once; when nobody answers it stays with the reason, and is sent again by the same name', async () => {
  const context = await open(nothing);
  expect(await screen.findByText('How can we help?')).toBeVisible();
  context.api.respond('serviceSend', new AppError('NETWORK_UNREACHABLE'));
  await write(' Where is my top-up? ');
  expect(await screen.findByText('Where is my top-up?')).toBeVisible();
  expect(await field()).toHaveValue('');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not sent.');

  // It is there when the page is opened again.
  act(() => handle?.unmount());
  const again = await open(nothing);
  expect(await screen.findByRole('alert')).toHaveTextContent('Not sent.');
  const [first] = context.api.callsOf('serviceSend');
  again.api.respond('serviceSend', ({ clientId }) => {
    const mine = entry(1, { text: 'Where is my top-up?', clientId });
    again.api.respond('serviceConversation', { ...nothing, items: [mine] });
    return { entry: mine };
  });
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(outgoing.value).toEqual([]));
  expect(again.api.callsOf('serviceSend').map(({ request }) => request)).toEqual([first?.request]);
  expect(screen.getAllByText('Where is my top-up?')).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what failed can be taken back, and nobody else who signs in sees or sends it', async () => {
  const context = await open(nothing);
  context.api.respond('serviceSend', new AppError('NETWORK_UNREACHABLE'));
  await write('mine');
  await screen.findByRole('alert');
  act(() => context.session.set({ userId: 'user-2' }));
  await waitFor(() => expect(screen.queryByText('mine')).toBeNull());
  act(() => context.session.set({ userId: 'user-1' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(outgoing.value).toEqual([]);
});

test('older entries are read on; without a network what was read stays', async () => {
  const context = await open({ ...talk, next: '1' });
  context.api.respond('serviceConversation', ({ before }) =>
    before === '1' ? { ...nothing, items: [entry(0, { id: '900', text: 'oldest', atMs: 1 })] } : { ...talk, next: '1' },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Show earlier messages' }));
  await screen.findByText('oldest');
  context.api.respond('serviceConversation', new AppError('NETWORK_UNREACHABLE'));
  act(() => context.privateEvents$.next({ type: 'resync' }));
  expect(await screen.findByRole('button', { name: /again|retry/i })).toBeVisible();
  expect(screen.getByText('entry 2')).toBeVisible();
});

test('a visitor is led to the sign-in and asks for nothing', async () => {
  const context = await open(talk, visitor);
  fireEvent.click(await screen.findByRole('button', { name: 'Log in' }));
  expect(context.session.loginRequests).toBe(1);
  expect(context.api.calls).toEqual([]);
  expect(screen.queryByRole('textbox')).toBeNull();
});
