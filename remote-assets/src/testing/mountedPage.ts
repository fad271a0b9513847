/** Opens pages of this remote in a test, one at a time. */
import { act } from '@testing-library/react';
import type { RemoteHandle } from '@tessera/shared/federation';
import type { FakeContext } from '@tessera/shared/testing';
import { mount } from '../remote';

interface MountedPage {
  open(context: FakeContext): FakeContext;
  close(): void;
}

export function mountedPage(): MountedPage {
  let handle: RemoteHandle | undefined;
  return {
    open(context) {
      const element = document.body.appendChild(document.createElement('div'));
      act(() => {
        handle = mount(element, context);
      });
      return context;
    },
    close() {
      act(() => handle?.unmount());
      handle = undefined;
      document.body.replaceChildren();
    },
  };
}
