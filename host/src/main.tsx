/** The entry of the host: off to the desktop site, or services first, then the frame around whatever page is asked for. */
import '@tessera/shared/ui/tokens.css';
import '@tessera/shared/ui/base.css';
import './boot.css';
import { createRoot } from 'react-dom/client';
import { invariant } from '@tessera/shared/errors';
import { App } from './App';
import { createServices } from './bootstrap/createServices';
import { keepAhead } from './bootstrap/keepAhead';
import { keepPreviewTicket } from './bootstrap/keptPreviewTicket';
import { desktopSiteFor, visitorOf } from './browser/desktopSite';
import { whenIdle } from './browser/whenIdle';
import { registerServiceWorker } from './serviceWorker/registerServiceWorker';

const element = document.getElementById('app');
invariant(element !== null, 'index.html must have the element #app');

keepPreviewTicket(window);
const desktopSite = desktopSiteFor(visitorOf(window));
if (desktopSite === undefined) {
  const { services, ready } = createServices();
  void ready.then(() => createRoot(element).render(<App services={services} />));
  if (process.env.NODE_ENV === 'production')
    window.addEventListener('load', () =>
      whenIdle(window, () => void registerServiceWorker(window).then(() => keepAhead(services, window))),
    );
} else {
  window.location.replace(desktopSite);
}
