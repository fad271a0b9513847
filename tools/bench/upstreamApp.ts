/** The app as a newcomer starts it, built and served; TESSERA_URL names a running one instead. */
import startTessera from '../../e2e/fixtures/startTessera';
import { appUrl } from '../../e2e/fixtures/appUrl';

export async function upstreamApp(): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const stop = await startTessera();
  return { origin: new URL(appUrl()).origin, stop };
}
