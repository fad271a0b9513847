/** The whole of the host-remote contract by hand. While a note is unsaved, the release may not be swapped. */
import { createRoot } from 'react-dom/client';
import type { RemoteModule } from '@tessera/shared/federation';
import { NotePage } from './NotePage';
import texts from './texts.json';

export const contract = '^1.0';

export const mount: RemoteModule['mount'] = (element, first) => {
  const root = createRoot(element);
  let context = first;
  let isSaved = true;
  const onChange = (saved: boolean): void => {
    isSaved = saved;
  };
  const render = (): void => root.render(<NotePage context={context} onChange={onChange} />);
  const languages = first.preferences.language.subscribe(render);
  return {
    update(next) {
      context = next;
      render();
    },
    canRelease: () => isSaved || { reason: texts[context.preferences.language.value].unsaved },
    unmount() {
      languages.unsubscribe();
      root.unmount();
    },
  };
};
