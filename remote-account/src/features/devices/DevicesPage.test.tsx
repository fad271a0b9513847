import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, testStartMs } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

const at = (id: string, more: object) => ({
  id,
  device: 'Chrome, Android',
  signedInAtMs: testStartMs - 86_400_000,
  lastSeenAtMs: testStartMs - 3_600_000,
  isLive: true,
  isThisOne: false,
  ...more,
});
const page = (items: object[]) => ({ items, page: 1, pageSize: 20, total: items.length });

const signIns = [
  { id: '9', atMs: testStartMs, way: 'wallet', device: 'Firefox, Linux', network: '203.0.113.•' },
  { id: '8', atMs: testStartMs - 1, way: null, device: '', network: '' },
];

async function open(items: object[]) {
  const context = fakeContext({ remote: 'account', path: '/pages/user/devices' });
  context.api.respond('devices', page(items) as never);
  context.api.respond('endDevices', {});
  context.api.respond('signIns', { ...page(signIns), total: signIns.length } as never);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  await screen.findByText('This device');
  return context;
}

describe('devices', () => {
  it('one is logged out after a question; this one and those that are over have no button', async () => {
    const context = await open([
      at('1', { isThisOne: true }),
      at('2', { device: 'Safari, macOS' }),
      at('3', { device: '', isLive: false }),
    ]);
    const list = within(screen.getByRole('group', { name: 'Devices' }));
    expect(list.getByText('Unknown device')).toBeVisible();
    expect(list.getByText('Logged out')).toBeVisible();
    expect(list.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Log out Safari, macOS']);
    await userEvent.click(screen.getByRole('button', { name: 'Log out Safari, macOS' }));
    await waitFor(() => expect(context.api.callsOf('endDevices')[0]?.request).toEqual({ id: '2' }));
    await waitFor(() => expect(context.api.callsOf('devices').length).toBeGreaterThan(1));
  });

  it('all others at once; nothing to log out when there is no other', async () => {
    const context = await open([at('1', { isThisOne: true }), at('2', {})]);
    context.api.respond('devices', page([at('1', { isThisOne: true })]) as never);
    await userEvent.click(screen.getByRole('button', { name: 'Log out all other devices' }));
    await waitFor(() => expect(context.api.callsOf('endDevices')[0]?.request).toEqual({}));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Log out all other devices' })).toBeNull());
  });

  it('the login history: with what, from which network and how; nothing is made up for logins of before', async () => {
    await open([at('1', { isThisOne: true })]);
    const list = within(await screen.findByRole('group', { name: 'Login history' }));
    expect(list.getByText('Firefox, Linux')).toBeVisible();
    expect(list.getByText('203.0.113.•')).toBeVisible();
    expect(list.getByText('Wallet')).toBeVisible();
    expect(list.getByText('Unknown device')).toBeVisible();
    expect(list.queryByText('Password')).toBeNull();
  });
});
