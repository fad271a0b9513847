import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { createI18n } from '@tessera/shared/i18n';
import { I18nextProvider } from '@tessera/shared/kernel';
import { host as hostTexts } from '@tessera/locales/load/host';
import { fakeContext, signedInDemo } from '@tessera/shared/testing';
import { HostServicesProvider, type HostServices } from '../bootstrap/HostServices';
import { RealityCheck } from './RealityCheck';

const minuteMs = 60_000;
const due = 'A look at your session';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A person at his account, and a server that counts the half hours as the real one does. */
async function sitDown({ mode = 'real', timeLeftMs = null as number | null } = {}) {
  const texts = createI18n({ language: 'en', namespaces: { host: hostTexts } });
  await texts.ready;
  const context = fakeContext({ session: { ...signedInDemo, mode: mode as 'real' | 'demo' } });
  const server = { startedAtMs: Date.now(), checkedAtMs: Date.now(), result: '-12.5', timeLeftMs };
  context.api.respond('sitting', ({ isChecked }: EndpointRequest<'sitting'>): EndpointResponse<'sitting'> => {
    const nowMs = Date.now();
    if (isChecked === true) server.checkedAtMs = nowMs;
    const { startedAtMs, checkedAtMs, result } = server;
    const isCheckDue = nowMs - checkedAtMs >= 30 * minuteMs;
    return { startedAtMs, nowMs, result, asset: 'USDT', isCheckDue, timeLeftMs: server.timeLeftMs };
  });
  const { api, dialogs, navigation, session } = context;
  const services = { api, dialogs, navigation, session } as unknown as HostServices;
  render(
    <I18nextProvider i18n={texts.i18n}>
      <HostServicesProvider value={services}>
        <button type="button">where he was</button>
        <RealityCheck />
      </HostServicesProvider>
    </I18nextProvider>,
  );
  const opener = screen.getByRole('button', { name: 'where he was' });
  opener.focus();
  return { ...context, server, opener };
}

const pass = (minutes: number) => act(() => jest.advanceTimersByTimeAsync(minutes * minuteMs));
const sheet = () => screen.queryByRole('dialog', { name: due });
const choose = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
};

describe('the look at a session', () => {
  it('comes after half an hour with real money, with the time and the result that the server says', async () => {
    const { server } = await sitDown();
    await pass(29);
    expect(sheet()).toBeNull();
    server.startedAtMs -= 5 * minuteMs;
    await pass(2);
    expect(sheet()).toBeVisible();
    expect(screen.getByText('Time with the real account').nextElementSibling).toHaveTextContent('35 min');
    expect(screen.getByText('Result since then').nextElementSibling).toHaveTextContent('-12.50USDT');
  });

  it('the demo account has none, and is not told of', async () => {
    const { api } = await sitDown({ mode: 'demo' });
    await pass(40);
    expect(sheet()).toBeNull();
    expect(api.callsOf('sitting')).toHaveLength(0);
  });

  it('one who does not look at the app is not at it', async () => {
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { api } = await sitDown();
    await pass(40);
    expect(api.callsOf('sitting')).toHaveLength(0);
    hidden.mockRestore();
  });

  it('to go on: the server knows that it was seen, the focus is where it was, and half an hour later it comes again', async () => {
    const { api, opener, navigation } = await sitDown();
    await pass(31);
    await choose('Continue');
    expect(sheet()).toBeNull();
    expect(opener).toHaveFocus();
    expect(navigation.last).toBeUndefined();
    expect(api.callsOf('sitting').at(-1)?.request).toEqual({ isChecked: true });
    await pass(29);
    expect(sheet()).toBeNull();
    await pass(2);
    expect(sheet()).toBeVisible();
  });

  it('the focus is in it, and Escape is to go on', async () => {
    const { api, opener } = await sitDown();
    await pass(31);
    expect(screen.getByRole('dialog', { name: due })).toContainElement(document.activeElement as HTMLElement);
    fireEvent.keyDown(screen.getByRole('dialog', { name: due }), { key: 'Escape' });
    await pass(0);
    expect(sheet()).toBeNull();
    expect(opener).toHaveFocus();
    expect(api.callsOf('sitting').at(-1)?.request).toEqual({ isChecked: true });
  });

  it('a break: to the limits, and it was seen', async () => {
    const { api, navigation } = await sitDown();
    await pass(31);
    await choose('Take a break');
    expect(sheet()).toBeNull();
    expect(navigation.last).toMatchObject({ verb: 'navigate', path: '/pages/user/limits' });
    expect(api.callsOf('sitting').at(-1)?.request).toEqual({ isChecked: true });
  });

  it('to log out: it is gone with the session', async () => {
    const { session } = await sitDown();
    await pass(31);
    await choose('Log out');
    expect(sheet()).toBeNull();
    expect(session.state.value.isSignedIn).toBe(false);
  });

  it('a time limit that ends is told once before, and once when it is over', async () => {
    const { dialogs, server } = await sitDown({ timeLeftMs: 11 * minuteMs });
    await pass(1);
    expect(dialogs.toasts).toHaveLength(0);
    server.timeLeftMs = 9.5 * minuteMs;
    await pass(2);
    server.timeLeftMs = 0;
    await pass(2);
    expect(dialogs.toasts.map(({ text }) => text)).toEqual([
      '10 minutes of your time limit are left today',
      'Your time limit for today is used up: no new orders until tomorrow (UTC)',
    ]);
  });
});
