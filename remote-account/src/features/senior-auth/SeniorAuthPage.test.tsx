import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EndpointResponse } from '@tessera/shared/contract';
import type { RemoteHandle } from '@tessera/shared/federation';
import { aRealInfo, fakeContext } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
  jest.restoreAllMocks();
});
/** The device's own drawing is stood in for. */
beforeEach(() => {
  Object.assign(globalThis, { createImageBitmap: async () => ({ width: 400, height: 300, close: () => undefined }) });
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect: jest.fn(), drawImage: jest.fn() } as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['x'], { type: 'image/jpeg' })));
});

async function open(info: Partial<EndpointResponse<'realInfo'>>) {
  const context = fakeContext({ remote: 'account', path: '/pages/user/seniorAuth' });
  context.api.respond('realInfo', aRealInfo(info));
  context.api.respond('realName', {});
  context.api.respond('upload', ({ field }) => ({ id: `up-${field}`, bytes: 1, width: 400, height: 300, address: '/x' }));
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  await screen.findByRole('list', { name: 'Steps of verification' });
  return context;
}
const album = (side: string) => screen.findByLabelText<HTMLInputElement>(`${side} of the document Choose a picture`);
async function give(side: string) {
  fireEvent.change(await album(side), { target: { files: [new File(['photo'], 'a.jpg', { type: 'image/jpeg' })] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Send this picture' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send this picture' })).toBeNull());
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }));

describe('advanced verification', () => {
  it('waits for the first step, and leads there', async () => {
    const context = await open({ primary: 'under_review' });
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'To primary verification' }));
    expect(context.navigation.last).toMatchObject({ verb: 'redirect', path: '/pages/user/primaryAuth' });
  });

  it('two pictures are handed in; what is missing is said', async () => {
    const context = await open({ primary: 'certified' });
    await submit();
    expect(screen.getAllByText('Add this picture')).toHaveLength(2);
    await give('Front');
    expect(screen.getAllByText('Add this picture')).toHaveLength(1);
    await give('Back');
    context.api.respond('realInfo', aRealInfo({ primary: 'certified', advanced: 'under_review' }));
    await submit();
    expect(await screen.findByText(/Most reviews take/)).toBeVisible();
    expect(context.api.callsOf('realName').map(({ request }) => request)).toEqual([
      { step: 'advanced', frontUploadId: 'up-front', backUploadId: 'up-back' },
    ]);
  });

  it('after a rejection only the side that did not pass is asked for', async () => {
    const context = await open({
      primary: 'certified',
      rejection: { step: 'advanced', reason: 'The back is blurred.', fields: ['backUploadId'] },
    });
    expect(screen.getByText('The back is blurred.')).toBeVisible();
    expect(screen.queryByLabelText('Front of the document Choose a picture')).toBeNull();
    await give('Back');
    await submit();
    await waitFor(() =>
      expect(context.api.callsOf('realName').at(-1)?.request).toEqual({ step: 'advanced', backUploadId: 'up-back' }),
    );
  });
});
