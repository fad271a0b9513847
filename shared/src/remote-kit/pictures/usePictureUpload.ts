/**
 * One picture from the person's choice to the server's answer. It is sent when the person has seen that it can be read. Whatever he
 * does next ends what is under way: another choice, a cancel, leaving the page. The same picture sent again is the same upload.
 */
import { useEffect, useRef, useState } from 'react';
import type { UploadPurpose } from '../../domain/contract';
import { asAppError, type AppError } from '../../domain/errors';
import { useApi } from '../react/useLive';
import { preparePicture } from './preparePicture';

export type PictureState =
  | { readonly stage: 'empty'; readonly problem?: AppError }
  | { readonly stage: 'preparing' }
  | { readonly stage: 'chosen' | 'sent'; readonly picture: File }
  /** `share`: of its bytes, 0 to 1. */
  | { readonly stage: 'sending'; readonly picture: File; readonly share: number }
  | { readonly stage: 'failed'; readonly picture: File; readonly problem: AppError };

export interface PictureUpload {
  readonly state: PictureState;
  choose(file: File): Promise<void>;
  send(picture: File): Promise<void>;
  cancel(picture: File): void;
}

export interface PictureUploadParts {
  readonly purpose: UploadPurpose;
  readonly field: string;
  /** The upload's id; undefined as long as there is none. */
  readonly onChange: (id: string | undefined) => void;
}

export function usePictureUpload({ purpose, field, onChange }: PictureUploadParts): PictureUpload {
  const api = useApi();
  const [state, setState] = useState<PictureState>({ stage: 'empty' });
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  function begin(): AbortSignal {
    underWay.current?.abort();
    underWay.current = new AbortController();
    return underWay.current.signal;
  }

  return {
    state,
    async choose(file) {
      const signal = begin();
      onChange(undefined);
      setState({ stage: 'preparing' });
      const next = await preparePicture(file).then(
        (picture): PictureState => ({ stage: 'chosen', picture }),
        (failure: unknown): PictureState => ({ stage: 'empty', problem: asAppError(failure, 'UPLOAD_FAILED') }),
      );
      if (!signal.aborted) setState(next);
    },
    async send(picture) {
      const signal = begin();
      const show = (next: PictureState): void => void (signal.aborted || setState(next));
      show({ stage: 'sending', picture, share: 0 });
      try {
        const onProgress = (share: number) => show({ stage: 'sending', picture, share });
        const { id } = await api.call('upload', { purpose, field, file: picture }, { signal, onProgress, toastErrors: false });
        if (signal.aborted) return;
        setState({ stage: 'sent', picture });
        onChange(id);
      } catch (failure) {
        show({ stage: 'failed', picture, problem: asAppError(failure, 'UPLOAD_FAILED') });
      }
    },
    cancel(picture) {
      underWay.current?.abort();
      setState({ stage: 'chosen', picture });
    },
  };
}
