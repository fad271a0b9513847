import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, visitor } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
const opened = jest.spyOn(window, 'open').mockReturnValue(null);
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
  opened.mockClear();
});

const chat = 'https://chat.example/tessera';
const contacts = { contacts: [{ name: 'Chat', url: chat }] };
function open(url: string | undefined, answer: typeof contacts | AppError = contacts) {
  const search = url === undefined ? '' : `?${new URLSearchParams({ url }).toString()}`;
  const context = fakeContext({ remote: 'account', path: '/pages/webview/index', search, session: visitor });
  context.api.respond('serviceContacts', answer);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const openButton = { name: 'Open in a new window' };

describe('the way out of the app', () => {
  it('a published contact: its host is named, nothing opens by itself, and the window cannot reach back', async () => {
    open(chat);
    const button = await screen.findByRole('button', openButton);
    expect(screen.getByText('chat.example')).toBeVisible();
    expect(screen.getByText('You are leaving Tessera')).toBeVisible();
    expect(opened).not.toHaveBeenCalled();
    await userEvent.click(button);
    expect(opened.mock.calls).toEqual([[chat, '_blank', 'noopener,noreferrer']]);
  });

  it('a page of the release needs no list', async () => {
    const context = open('https://www.geonames.org/', new AppError('NETWORK_UNREACHABLE'));
    expect(await screen.findByRole('button', openButton)).toBeVisible();
    expect(context.api.callsOf('serviceContacts')).toEqual([]);
  });

  it.each([['https://evil.example/win-a-prize'], ['javascript:alert(1)'], [undefined]])(
    '%s: refused without a letter of it, and no button',
    async (url) => {
      open(url);
      expect(await screen.findByText('This address is not published by us')).toBeVisible();
      expect(screen.queryByRole('button', openButton)).toBeNull();
      expect(document.body.textContent).not.toMatch(/evil|prize|alert/);
    },
  );

  it('a list that cannot be read opens nothing, and is asked for again', async () => {
    const context = open(chat, new AppError('REQUEST_EXCEPTION'));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('button', openButton)).toBeNull();
    context.api.respond('serviceContacts', contacts);
    await userEvent.click(retry);
    await waitFor(() => expect(screen.getByRole('button', openButton)).toBeVisible());
  });
});
