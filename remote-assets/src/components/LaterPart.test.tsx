import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RemoteHandle } from '@tessera/shared/federation';
import { createRemote } from '@tessera/shared/react';
import { fakeContext } from '@tessera/shared/testing';
import type { ComponentType } from 'react';
import { LaterPart } from './LaterPart';

const load = jest.fn<() => Promise<ComponentType>>();
const mount = createRemote({
  namespaces: {},
  routes: { home: '/pages/assets/index', pages: { '/pages/assets/index': async () => Page } },
});

function Page() {
  return (
    <main>
      <LaterPart load={load} />
    </main>
  );
}

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

test('a part whose chunk does not come is told to the host under the remote’s own name, and comes when it is asked for again', async () => {
  jest.spyOn(console, 'error').mockReturnValue(undefined);
  const context = fakeContext({ remote: 'assets', path: '/pages/assets/index' });
  const lost = new Error('Loading chunk treasure failed.');
  const reported = jest.spyOn(context.reports, 'report');
  load.mockRejectedValueOnce(lost).mockResolvedValueOnce(() => <p>the part</p>);
  act(() => {
    handle = mount(document.body.appendChild(document.createElement('div')), context);
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(reported.mock.calls).toEqual([[lost, { where: 'assets' }]]);
  await userEvent.click(again);
  expect(await screen.findByText('the part')).toBeVisible();
});
