import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RemoteHandle } from '@tessera/shared/federation';
import { aRealInfo, at, fakeContext, type FakeContext } from '@tessera/shared/testing';
import { mount } from '../../remote';

const mockLost = { cities: false };
jest.mock('./world/cities', () => {
  if (mockLost.cities) throw new Error('Loading chunk cities failed.');
  return jest.requireActual('./world/cities');
});

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
  Reflect.deleteProperty(navigator, 'geolocation');
});

function open(path: string, search = '') {
  const context = fakeContext({ remote: 'account', path, search });
  context.api.respond('realInfo', aRealInfo());
  context.api.respond('areaCodes', { items: [{ country: 'CH', areaCode: '41', isRestricted: false }] });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const follow = (context: FakeContext, path: string, search = '') => act(() => handle?.update(at(context, path, search)));
const search = async (text: string) => userEvent.type(await screen.findByRole('searchbox', { name: 'City or country' }), text);

const whereabouts = (answer: { latitude: number; longitude: number } | number) =>
  Object.assign(navigator, {
    geolocation: {
      getCurrentPosition: (found: (position: object) => void, failed: (error: object) => void) =>
        typeof answer === 'number' ? failed({ code: answer, PERMISSION_DENIED: 1 }) : found({ coords: answer }),
    },
  });

// The first: what has been loaded once is kept.
it('the list of cities does not come: the host is told under the remote’s own name, and it comes when it is asked for again', async () => {
  mockLost.cities = true;
  const context = open('/pages/location/choose');
  const told = jest.spyOn(context.reports, 'report');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(told.mock.calls).toEqual([[new Error('Loading chunk cities failed.'), { where: 'account' }]]);
  mockLost.cities = false;
  await userEvent.click(again);
  expect(await screen.findByRole('searchbox', { name: 'City or country' })).toBeVisible();
});

describe('an address of primary verification', () => {
  it('the chosen place fills it, behind what was typed; all else that was typed survives, and is one person’s', async () => {
    const context = open('/pages/user/primaryAuth');
    await userEvent.type(await screen.findByLabelText('First name'), 'Anna');
    await userEvent.type(screen.getByLabelText('Address'), 'Lindenweg 3');
    await userEvent.click(screen.getByRole('button', { name: 'Choose a place' }));
    expect(context.navigation.last).toMatchObject({ verb: 'navigate', path: '/pages/location/choose' });
    follow(context, '/pages/location/choose');
    await search('zurich');
    expect(handle?.canRelease()).not.toBe(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Zürich Switzerland' }));
    expect(context.navigation.last).toMatchObject({ verb: 'back' });
    follow(context, '/pages/user/primaryAuth');
    expect(await screen.findByLabelText('Address')).toHaveValue('Lindenweg 3, Zürich, Switzerland');
    expect(screen.getByLabelText('First name')).toHaveValue('Anna');
    expect(handle?.canRelease()).toBe(true);

    await userEvent.click(screen.getByRole('button', { name: 'Choose a place' }));
    act(() => context.session.set({ userId: '2' }));
    follow(context, '/pages/user/primaryAuth');
    expect(await screen.findByLabelText('First name')).toHaveValue('');
  });
});

describe('choose a place', () => {
  it('without a form that asked: the city on the map', async () => {
    const context = open('/pages/location/choose');
    await search('lodz');
    expect(await screen.findByText('Cities found: 1')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Łódź Poland' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/location/open', query: { lat: '51.77', lon: '19.47' } });
  });

  it('no such city: said so', async () => {
    open('/pages/location/choose');
    await search('xyzzy');
    expect(await screen.findByText('No city found')).toBeVisible();
  });

  it('by the own position, if the browser allows it', async () => {
    whereabouts({ latitude: 47.4, longitude: 8.5 });
    open('/pages/location/choose');
    await userEvent.click(await screen.findByRole('button', { name: 'Find the nearest city' }));
    expect(await screen.findByRole('button', { name: /^Zürich Switzerland/ })).toHaveTextContent('about 5 km away');
  });

  it.each([
    [1, /did not allow/],
    [3, /could not be determined/],
  ])('a position that is not told (%s): the reason, and the search stays', async (code, text) => {
    whereabouts(code);
    open('/pages/location/choose');
    await userEvent.click(await screen.findByRole('button', { name: 'Find the nearest city' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('searchbox')).toBeVisible();
  });

  it('whose data it is stands there, with ways to source and licence', async () => {
    const context = open('/pages/location/choose');
    expect(await screen.findByText(/GeoNames \(CC BY 4.0\)/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Licence' }));
    expect(context.navigation.last).toMatchObject({
      path: '/pages/webview/index',
      query: { url: 'https://creativecommons.org/licenses/by/4.0/' },
    });
  });
});

describe('a place on the map', () => {
  it('the point, its nearest city, and nearer by a step', async () => {
    open('/pages/location/open', '?lat=47.37&lon=8.55');
    const map = await screen.findByRole('img', { name: 'Map of the world with Zürich, Switzerland marked' });
    expect(screen.getByText('47.37° / 8.55°')).toBeVisible();
    const before = map.getAttribute('viewBox');
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(map.getAttribute('viewBox')).not.toBe(before);
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(screen.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
  });

  it('in the sea: the coordinates alone', async () => {
    open('/pages/location/open', '?lat=-30&lon=-120');
    expect(await screen.findByRole('img', { name: /marked$/ })).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Nearest city')).toBeNull());
  });

  it.each(['', '?lat=91&lon=0', '?lat=<script>&lon=0'])('%s is no place', async (query) => {
    open('/pages/location/open', query);
    expect(await screen.findByText('No place to show')).toBeVisible();
  });
});
