import { ReleaseProblem } from '../ReleaseProblem';

/** ARTIFACT_ORIGIN as an origin without a slash at its end; empty when it is not set. */
export function artifactOrigin(env: Readonly<Record<string, string | undefined>>): string {
  const text = env['ARTIFACT_ORIGIN'] ?? '';
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.pathname !== '/' || url.search + url.hash + url.username !== '') {
    throw new ReleaseProblem('usage', `ARTIFACT_ORIGIN is "${text}"; expected an https origin without a path`);
  }
  return url.origin;
}
