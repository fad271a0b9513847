/** A person and a field for a picture: what he sees, what is sent, and what is left of it. The device's own drawing is stood in for. */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { pictures } from '@tessera/locales/load/pictures';
import { I18nextProvider } from '@tessera/shared/kernel';
import { AppError } from '../../domain/errors';
import { fakeContext } from '../../testkit';
import { createI18n } from '../i18n/createI18n';
import { RemoteContextProvider } from '../react/RemoteContextProvider';
import { PictureField } from './PictureField';

const answer = { id: 'up-1', bytes: 640_000, width: 2048, height: 1365, address: '/api/upload/image?id=up-1' };
const photo = () => new File(['a photo of 8 MB'], 'IMG_0001.HEIC', { type: 'image/heic' });
let drawn: { width: number; height: number }[];
let urls: Set<string>;
let bitmap: () => Promise<{ width: number; height: number; close(): void }>;

beforeEach(() => {
  drawn = [];
  urls = new Set();
  bitmap = async () => ({ width: 4096, height: 2730, close: () => undefined });
  Object.assign(globalThis, { createImageBitmap: () => bitmap() });
  URL.createObjectURL = () => {
    const url = `blob:${urls.size}`;
    urls.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => void urls.delete(url);
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: (_: unknown, x: number, y: number, width: number, height: number) => drawn.push({ width, height }),
  } as never);
  jest
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((done) => done(new Blob(['x'.repeat(640_000)], { type: 'image/jpeg' })));
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function show() {
  const context = fakeContext({ remote: 'account' });
  const texts = createI18n({ language: 'en', namespaces: { pictures }, isDevelopment: true });
  await texts.ready;
  const values: (string | undefined)[] = [];
  function Form() {
    const [value, setValue] = useState<string>();
    const onChange = (id: string | undefined) => {
      values.push(id);
      setValue(id);
    };
    return <PictureField label="Front" purpose="paper" field="front" value={value} onChange={onChange} problem={undefined} />;
  }
  const view = render(
    <I18nextProvider i18n={texts.i18n}>
      <RemoteContextProvider context={context}>
        <Form />
      </RemoteContextProvider>
    </I18nextProvider>,
  );
  const album = screen.getByLabelText<HTMLInputElement>('Front Choose a picture');
  const choose = async (file = photo()) => {
    fireEvent.change(album, { target: { files: [file] } });
    await screen.findByText(/Can everything be read/);
  };
  return { ...view, context, values, album, choose };
}
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => fireEvent.click(button(name));

describe('before it is sent', () => {
  test('camera and album are two inputs, told apart by their names', async () => {
    const { album } = await show();
    const camera = screen.getByLabelText('Front: Take a photo');
    expect(camera).toHaveAttribute('capture', 'environment');
    expect(album).not.toHaveAttribute('capture');
    for (const input of [camera, album]) expect(input).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp');
  });

  test('a photo becomes smaller on the device, is seen, and says how large it is', async () => {
    const { choose, context } = await show();
    await choose();
    expect(drawn).toEqual([{ width: 2048, height: 1365 }]);
    expect(screen.getByRole('status')).toHaveTextContent('640 kB. Can everything be read? Then send it.');
    await waitFor(() => expect(screen.getByRole('img', { name: 'Preview: Front' })).toHaveAttribute('src', 'blob:0'));
    expect(context.api.callsOf('upload')).toEqual([]);
  });

  test('a small picture keeps its size', async () => {
    bitmap = async () => ({ width: 800, height: 600, close: () => undefined });
    await (await show()).choose();
    expect(drawn).toEqual([{ width: 800, height: 600 }]);
  });

  test('what is no picture is refused at the field, without asking the server', async () => {
    bitmap = () => Promise.reject(new Error('no picture'));
    const { album, context } = await show();
    fireEvent.change(album, { target: { files: [new File(['text'], 'page.jpg')] } });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This type of file cannot be used. Choose a JPEG, PNG or WebP picture.',
    );
    expect(album).toHaveAttribute('aria-invalid', 'true');
    expect(context.api.calls).toEqual([]);
  });
});

describe('sending', () => {
  test('shows how far it is; the answer becomes the value of the field', async () => {
    const { choose, context, values } = await show();
    const release = context.api.hold('upload');
    await choose();
    press('Send this picture');
    const [call] = context.api.callsOf('upload');
    expect(call?.request).toMatchObject({ purpose: 'paper', field: 'front', file: expect.any(File) });
    expect(call?.options).toMatchObject({ toastErrors: false });
    act(() => call?.options.onProgress?.(0.424));
    expect(screen.getByRole('progressbar', { name: 'Sending: 42%' })).toHaveAttribute('value', '0.424');
    expect(screen.getByLabelText('Front: Take a photo')).toBeDisabled();
    await act(async () => release(answer));
    expect(screen.getByRole('status')).toHaveTextContent('Received');
    expect(values).toEqual([undefined, 'up-1']);
  });

  test.each([
    ['UPLOAD_TOO_LARGE', { max: '8 MB' }, 'The file is too large. The limit is 8 MB.'],
    ['UPLOAD_EXISTS', {}, 'This file has already been uploaded.'],
    ['UPLOAD_TYPE_WRONG', {}, 'This type of file cannot be used. Choose a JPEG, PNG or WebP picture.'],
  ] as const)('%s is said at the field; another picture is the way, not this one again', async (code, params, sentence) => {
    const { choose, context, values } = await show();
    context.api.respond('upload', new AppError(code, { params }));
    await choose();
    press('Send this picture');
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.queryByRole('button')).toBeNull();
    await choose();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(button('Send this picture')).toBeEnabled();
    expect(values).toEqual([undefined, undefined]);
  });

  test('UPLOAD_FAILED is said at the field; the same picture can be sent again', async () => {
    const { choose, context, values } = await show();
    context.api.respond('upload', new AppError('UPLOAD_FAILED'));
    await choose();
    press('Send this picture');
    expect(await screen.findByRole('alert')).toHaveTextContent('The upload failed. Please try again.');
    context.api.respond('upload', answer);
    press('Send again');
    await waitFor(() => expect(values).toEqual([undefined, 'up-1']));
    expect(screen.queryByRole('alert')).toBeNull();
    const [first, second] = context.api.callsOf('upload');
    expect(second?.request['file']).toBe(first?.request['file']);
  });

  test('is cancelled: the request ends, a late answer changes nothing, and the picture can be sent', async () => {
    const { choose, context, values } = await show();
    const release = context.api.hold('upload');
    await choose();
    press('Send this picture');
    press('Cancel sending');
    expect(context.api.callsOf('upload')[0]?.options.signal?.aborted).toBe(true);
    await act(async () => release(answer));
    expect(values).toEqual([undefined]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(button('Send this picture')).toBeEnabled();
  });

  test('another choice after it takes the value back', async () => {
    const { choose, context, values } = await show();
    context.api.respond('upload', answer);
    await choose();
    press('Send this picture');
    await waitFor(() => expect(values).toEqual([undefined, 'up-1']));
    await choose();
    expect(values).toEqual([undefined, 'up-1', undefined]);
  });
});

describe('what is left of it', () => {
  test('nothing: the picture in memory goes with the page, a request under way ends', async () => {
    const stored = jest.spyOn(Storage.prototype, 'setItem');
    const { choose, context, unmount } = await show();
    context.api.hold('upload');
    await choose();
    await choose();
    await waitFor(() => expect(urls.size).toBe(1));
    press('Send this picture');
    unmount();
    expect(urls.size).toBe(0);
    expect(context.api.callsOf('upload')[0]?.options.signal?.aborted).toBe(true);
    expect(stored).not.toHaveBeenCalled();
  });

  test('in the background the preview is covered', async () => {
    const { choose } = await show();
    await choose();
    const image = screen.getByRole('img');
    const turn = (state: DocumentVisibilityState) => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    turn('hidden');
    expect(image).toHaveAttribute('data-covered');
    turn('visible');
    expect(image).not.toHaveAttribute('data-covered');
  });
});
