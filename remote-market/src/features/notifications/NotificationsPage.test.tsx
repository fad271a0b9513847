import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, testStartMs } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

function open(path: string, search = '') {
  const context = fakeContext({ remote: 'market', path, search });
  const message = { category: 'security', body: 'Body', atMs: testStartMs } as const;
  context.api.respond('userMessages', {
    items: [
      { ...message, id: 'm2', title: 'Second', isRead: false },
      { ...message, id: 'm1', title: 'First', isRead: true },
    ],
    page: 1,
    pageSize: 100,
    total: 2,
    unread: 7,
  });
  context.api.respond('markMessagesRead', {});
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}

describe('notifications', () => {
  it('the list marks nothing as read by itself; one button marks all', async () => {
    const context = open('/pages/notification/index');
    expect(await screen.findByText('Second')).toBeVisible();
    expect(context.api.callsOf('markMessagesRead')).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(context.api.callsOf('markMessagesRead').map(({ request }) => request)).toEqual([{}]));
  });

  it.each([
    ['m2', [{ id: 'm2' }]],
    ['m1', []],
  ])('opening %s marks %j', async (id, marked) => {
    const context = open('/pages/notification/detail', `?id=${id}`);
    await screen.findByText('Body');
    await waitFor(() => expect(context.api.callsOf('markMessagesRead').map(({ request }) => request)).toEqual(marked));
  });
});
