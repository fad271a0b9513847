import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jest } from '@jest/globals';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, visitor } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
  jest.restoreAllMocks();
});

function open(contacts: readonly { name: string; url: string }[]) {
  const context = fakeContext({ remote: 'account', path: '/pages/service/index', session: visitor });
  context.api.respond('serviceContacts', { contacts: [...contacts] });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}

it('contacts: a page of this app is shown in it, another opens in a window that cannot reach back, an unsafe one is not there', async () => {
  const context = open([
    { name: 'Write to us', url: '/h5/#/pages/kefu/index' },
    { name: 'Chat', url: 'https://chat.example/room' },
    { name: 'Trap', url: 'javascript:alert(1)' },
  ]);
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  await userEvent.click(await screen.findByRole('button', { name: 'Write to us' }));
  expect(context.navigation.last).toEqual({ verb: 'navigate', path: '/pages/kefu/index', query: {} });
  await userEvent.click(screen.getByRole('button', { name: 'Chat (opens in a new window) chat.example' }));
  expect(opened.mock.calls).toEqual([['https://chat.example/room', '_blank', 'noopener,noreferrer']]);
  expect(screen.queryByText('Trap')).not.toBeInTheDocument();
});

it('where an outside contact leads is shown as the browser resolves it', async () => {
  open([{ name: 'Our chat', url: 'https://tеssera.example/room' }]);
  expect(await screen.findByRole('button', { name: 'Our chat (opens in a new window) xn--tssera-3of.example' })).toBeVisible();
});

it('none that can be opened is none', async () => {
  open([{ name: 'Broken', url: 'https://%%' }]);
  expect(await screen.findByText('No contact available at the moment')).toBeVisible();
});

it('none: said, with the way to the questions', async () => {
  const context = open([]);
  expect(await screen.findByText('No contact available at the moment')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'See common questions' }));
  expect(context.navigation.last).toMatchObject({ path: '/pages/help/index' });
});
