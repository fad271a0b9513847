/** The whole of the host-remote contract by hand: `contract`, and a `mount` that leaves nothing behind. */
import { createRoot } from 'react-dom/client';
import type { RemoteModule } from '@tessera/shared/federation';
import { PricesPage } from './PricesPage';

export const contract = '^1.0';

export const mount: RemoteModule['mount'] = (element, first) => {
  const root = createRoot(element);
  let context = first;
  const render = (): void => root.render(<PricesPage context={context} />);
  const languages = first.preferences.language.subscribe(render);
  return {
    update(next) {
      context = next;
      render();
    },
    canRelease: () => true,
    unmount() {
      languages.unsubscribe();
      root.unmount();
    },
  };
};
