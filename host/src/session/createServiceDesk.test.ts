import { expect, it } from '@jest/globals';
import { BehaviorSubject } from '@tessera/shared/kernel';
import { fakeContext, visitor } from '@tessera/shared/testing';
import { createServiceDesk } from './createServiceDesk';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

async function setUp(urls: readonly string[], isSignedIn = true, unread = 0) {
  const { api, session, dialogs, navigation } = fakeContext(isSignedIn ? {} : { session: visitor });
  api.respond('serviceContacts', { contacts: urls.map((url) => ({ name: 'Desk', url })) });
  const opened: string[] = [];
  const desk = createServiceDesk({
    api,
    session,
    dialogs,
    navigation,
    unread: new BehaviorSubject(unread),
    openWindow: (url) => opened.push(url),
    base: 'https://app.example/h5/',
    texts: { none: () => 'none', loginFirst: () => 'Please log in first' },
  });
  desk.fetchContacts();
  await settled();
  return { desk, opened, dialogs, navigation };
}

it('a visitor: asked to log in, nothing opens', async () => {
  const { desk, opened, dialogs } = await setUp(['https://desk.example'], false);
  desk.open();
  expect(dialogs.toasts.map(({ text }) => text)).toEqual(['Please log in first']);
  expect(opened).toEqual([]);
});

it('signed in: the first contact opens in a window of its own', async () => {
  const { desk, opened, navigation } = await setUp(['https://first.example/', 'https://second.example']);
  desk.open();
  expect([opened, navigation.calls]).toEqual([['https://first.example/'], []]);
});

it('an answer that was not read: the conversation, whatever the first contact is; a visitor is asked to log in all the same', async () => {
  const { desk, opened, navigation } = await setUp(['https://first.example/'], true, 1);
  desk.open();
  expect([opened, navigation.last]).toEqual([[], { verb: 'navigate', path: '/pages/kefu/index', query: {} }]);
  const visiting = await setUp([], false, 1);
  visiting.desk.open();
  expect([visiting.navigation.calls, visiting.dialogs.toasts.length]).toEqual([[], 1]);
});

it('a contact that is a page of this app is shown in it', async () => {
  const { desk, opened, navigation } = await setUp(['/h5/#/pages/kefu/index?from=desk', 'https://second.example']);
  desk.open();
  expect(navigation.last).toEqual({ verb: 'navigate', path: '/pages/kefu/index', query: { from: 'desk' } });
  expect(opened).toEqual([]);
});

it('a page of another site, or of this one that is no page of the app, is none of the app', async () => {
  for (const url of [
    'https://elsewhere.example/h5/#/pages/kefu/index',
    '/chat/#/pages/kefu/index',
    '//elsewhere.example/h5/#/pages/x',
  ]) {
    const { desk, opened, navigation } = await setUp([url]);
    desk.open();
    expect([opened, navigation.calls]).toEqual([[new URL(url, 'https://app.example/h5/').href], []]);
  }
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
