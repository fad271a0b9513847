/**
 * A remote alone on a page: `runAlone(remote)` in its src/standalone.tsx. The page is a stage of controls around a phone;
 * the phone is the same page in an inner window of 390x844, so that heights, media queries and dialogs are a phone's.
 */
// First of all style sheets: it sets the order of the layers.
import '../../design/ui/tokens.css';
import '../../design/ui/base.css';
import type { RemoteModule } from '../../federation';
import type { StageWindow } from './Phone';
import type { StandaloneAbout } from './StandaloneAbout';

declare const process: { readonly env: { readonly TESSERA_STANDALONE: StandaloneAbout } };

export function runAlone(remote: RemoteModule, page: Window = window): void {
  const about = process.env.TESSERA_STANDALONE;
  const stage = (page.parent as StageWindow).tesseraStage;
  if (stage === undefined) void import('./Stage').then(({ startStage }) => startStage(about, page));
  else void import('./startPhone').then(async ({ startPhone }) => stage.onPhone(await startPhone(remote, about, page)));
}
