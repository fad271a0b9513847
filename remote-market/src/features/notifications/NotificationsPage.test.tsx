import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EndpointResponse } from '@tessera/shared/contract';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, testStartMs } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

const messagesWith = (page: { readonly next: string | null; readonly items: readonly object[] }) => ({
  page: 1,
  pageSize: 30,
  total: 3,
  unread: 7,
  unreadOf: { money: 0, security: 7, trading: 0, news: 0 },
  ...page,
});

function open(path: string, search = '') {
  const context = fakeContext({ remote: 'market', path, search });
  const message = { category: 'security', body: 'Body', atMs: testStartMs } as const;
  const [m3, m2, m1] = [
    { ...message, id: '3', title: 'Third', isRead: false },
    { ...message, id: '2', title: 'Second', isRead: true },
    { ...message, id: '1', title: 'First', isRead: true, projectId: '7' },
  ];
  context.api.respond('userMessages', ({ id, cursor, category }) => {
    if (category === 'news') return messagesWith({ items: [], next: null }) as EndpointResponse<'userMessages'>;
    const items = id !== undefined ? [m3, m2, m1].filter((one) => one.id === id) : cursor === '2' ? [m1] : [m3, m2];
    return messagesWith({ items, next: cursor === undefined ? '2' : null }) as EndpointResponse<'userMessages'>;
  });
  context.api.respond('markMessagesRead', {});
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}

const markings = (context: ReturnType<typeof open>) => context.api.callsOf('markMessagesRead').map(({ request }) => request);

describe('notifications', () => {
  it('the list marks nothing as read by itself; one button marks all, one marks one, and so does a push aside', async () => {
    const context = open('/pages/notification/index');
    const row = await screen.findByText('Third');
    expect(markings(context)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(markings(context)).toEqual([{}]));
    await userEvent.click(screen.getByRole('button', { name: 'Mark “Third” as read' }));
    await waitFor(() => expect(markings(context)).toEqual([{}, { id: '3' }]));
    // jsdom has no pointers.
    Element.prototype.setPointerCapture = () => undefined;
    const pointer = (type: string, clientX: number) =>
      fireEvent(row, Object.assign(new MouseEvent(type, { bubbles: true, clientX }), { isPrimary: true, pointerId: 1 }));
    const push = (px: number) => {
      pointer('pointerdown', 300);
      pointer('pointermove', 300 - px);
      pointer('pointerup', 300 - px);
      fireEvent.click(row);
    };
    push(40);
    push(90);
    await waitFor(() => expect(markings(context)).toEqual([{}, { id: '3' }, { id: '3' }]));
    expect(context.navigation.last).toBeUndefined();
  });

  it('the next page follows by its cursor; a tab asks for its category; what comes in by the socket is read', async () => {
    const context = open('/pages/notification/index');
    await screen.findByText('Third');
    await userEvent.click(screen.getByRole('button', { name: 'Show older notifications' }));
    expect(screen.getByRole('tab', { name: /Security/ })).toHaveAccessibleName('Security Unread');
    expect(screen.getByRole('tab', { name: /Money/ })).toHaveAccessibleName('Money');
    const calls = () => context.api.callsOf('userMessages').map(({ request }) => request);
    await waitFor(() => expect(calls()).toContainEqual({ cursor: '2', pageSize: 30 }));
    await userEvent.click(screen.getByRole('tab', { name: /News/ }));
    expect(await screen.findByText('No notifications')).toBeVisible();
    const before = calls().length;
    const notice = { type: 'notice', seq: 1, mode: 'real', atMs: testStartMs, messageId: '4', title: 'New' } as const;
    act(() => context.privateEvents$.next(notice));
    await waitFor(() => expect(calls().length).toBeGreaterThan(before));
  });

  it.each([
    ['3', [{ id: '3' }]],
    ['1', []],
  ])('opening %s asks for it alone and marks %j', async (id, marked) => {
    const context = open('/pages/notification/detail', `?id=${id}`);
    await screen.findByText('Body');
    await waitFor(() => expect(markings(context)).toEqual(marked));
    expect(context.api.callsOf('userMessages')[0]?.request).toEqual({ id });
  });

  it('one about a project leads to its page, and no other does', async () => {
    const context = open('/pages/notification/detail', '?id=1');
    await userEvent.click(await screen.findByRole('button', { name: 'View project' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/InterestTreasure/detail', query: { project: '7' } });
    act(() => handle?.unmount());
    open('/pages/notification/detail', '?id=2');
    await screen.findByText('Second');
    expect(screen.queryByRole('button', { name: 'View project' })).toBeNull();
  });

  it('what is no message says so', async () => {
    open('/pages/notification/detail', '?id=nothing');
    expect(await screen.findByText('This notification is no longer there')).toBeVisible();
  });
});
