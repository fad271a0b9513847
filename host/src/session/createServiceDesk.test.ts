import { expect, it } from '@jest/globals';
import { fakeContext, visitor } from '@tessera/shared/testing';
import { createServiceDesk } from './createServiceDesk';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

async function setUp(urls: readonly string[], isSignedIn = true) {
  const { api, session, dialogs } = fakeContext(isSignedIn ? {} : { session: visitor });
  api.respond('serviceContacts', { contacts: urls.map((url) => ({ name: 'Desk', url })) });
  const opened: string[] = [];
  const desk = createServiceDesk({
    api,
    session,
    dialogs,
    openWindow: (url) => opened.push(url),
    base: 'https://app.example/h5/',
    texts: { none: () => 'none', loginFirst: () => 'Please log in first' },
  });
  desk.fetchContacts();
  await settled();
  return { desk, opened, dialogs };
}

it('a visitor: asked to log in, nothing opens', async () => {
  const { desk, opened, dialogs } = await setUp(['https://desk.example'], false);
  desk.open();
  expect(dialogs.toasts.map(({ text }) => text)).toEqual(['Please log in first']);
  expect(opened).toEqual([]);
});

it('signed in: the first contact opens', async () => {
  const { desk, opened } = await setUp(['/h5/#/pages/kefu/index', 'https://second.example']);
  desk.open();
  expect(opened).toEqual(['https://app.example/h5/#/pages/kefu/index']);
});

it('a contact that would run a script: passed over', async () => {
  const { desk, opened } = await setUp(['javascript:alert(1)', 'https://desk.example/']);
  desk.open();
  expect(opened).toEqual(['https://desk.example/']);
});

it('no contact: said', async () => {
  const { desk, dialogs } = await setUp([]);
  desk.open();
  expect(dialogs.toasts.map(({ text }) => text)).toEqual(['none']);
});
