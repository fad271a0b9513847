import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createI18n } from '@tessera/shared/i18n';
import { I18nextProvider } from '@tessera/shared/kernel';
import { host as hostTexts } from '@tessera/locales/load/host';
import { createMemoryStorage, fakeContext, signedInDemo, visitor } from '@tessera/shared/testing';
import { HostServicesProvider, type HostServices } from '../bootstrap/HostServices';
import { AgreementNotice } from './AgreementNotice';

const comingMs = Date.UTC(2026, 11, 24, 9, 30);
const title = 'The agreement changes';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

async function start({ session = signedInDemo, store = createMemoryStorage(), comes = comingMs as number | null } = {}) {
  const texts = createI18n({ language: 'en', namespaces: { host: hostTexts } });
  await texts.ready;
  const { api, navigation, session: state } = fakeContext({ session });
  api.respond('newsList', ({ category = 'news' }) => {
    const article = { id: 'agreement', category, title: 'User agreement', summary: '', publishedAtMs: 1 };
    const items = category === 'agreement' ? [{ ...article, ...(comes === null ? {} : { comingMs: comes }) }] : [];
    return { items, page: 1, pageSize: 100, total: items.length };
  });
  const services = { api, navigation, session: state, store } as unknown as HostServices;
  const view = render(
    <I18nextProvider i18n={texts.i18n}>
      <HostServicesProvider value={services}>
        <AgreementNotice />
      </HostServicesProvider>
    </I18nextProvider>,
  );
  await act(async () => jest.advanceTimersByTimeAsync(6000));
  return { navigation, store, api, view };
}

it('an agreement that is to come: said with its date, read by one tap, and not said again', async () => {
  const { navigation, store, view } = await start();
  expect(screen.getByRole('dialog', { name: title })).toHaveTextContent(/From Dec 24, 2026.*User agreement/);
  fireEvent.click(screen.getByRole('button', { name: 'Read the new text' }));
  expect(navigation.last).toEqual({ verb: 'navigate', path: '/pages/help/detail', query: { id: 'agreement' } });
  expect(screen.queryByRole('dialog')).toBeNull();
  view.unmount();
  const again = await start({ store });
  expect(screen.queryByRole('dialog')).toBeNull();
  again.view.unmount();
  await start({ store, comes: comingMs + 1 });
  expect(screen.getByRole('dialog', { name: title })).toBeInTheDocument();
});

it('nothing to come, or nobody signed in: nothing is said', async () => {
  await start({ comes: null });
  expect(screen.queryByRole('dialog')).toBeNull();
  const { api } = await start({ session: visitor });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.callsOf('newsList')).toHaveLength(0);
});
