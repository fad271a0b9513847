/**
 * A remote alone on a page: `runAlone(remote)` in its src/standalone.tsx. The page is a stage of controls around a phone;
 * the phone is the same page in an inner window of 390x844, so that heights, media queries and dialogs are a phone's.
 */
// First of all style sheets: it sets the order of the layers.
import '../../ui/tokens.css';
import '../../ui/base.css';
import type { RemoteModule } from '../../federation';
import type { StageWindow } from './Phone';

/** What the build of the standalone page knows (shared/build/standaloneConfig.mjs puts it in place of `process.env`). */
export interface StandaloneAbout {
  readonly remote: string;
  readonly version: string;
  /** The pages that the controls offer; the first is shown first. */
  readonly pages: readonly string[];
  /** A running exchange stands behind the dev server. */
  readonly hasExchange: boolean;
  /** The dev server answers `GET /quotes/<symbol>` with recorded prices. */
  readonly hasRecordings: boolean;
}

declare const process: { readonly env: { readonly TESSERA_STANDALONE: StandaloneAbout } };

export function runAlone(remote: RemoteModule, page: Window = window): void {
  const about = process.env.TESSERA_STANDALONE;
  const stage = (page.parent as StageWindow).tesseraStage;
  if (stage === undefined) void import('./Stage').then(({ startStage }) => startStage(about, page));
  else void import('./startPhone').then(async ({ startPhone }) => stage.onPhone(await startPhone(remote, about, page)));
}
