/**
 * A remote written by hand, without the project's build: a container of a few lines that satisfies the host-remote contract.
 * It shows its version, and misbehaves the way a test asks for. A foreign remote looks like this too.
 */
import { createHash } from 'node:crypto';
import type { ReleaseReference } from '@tessera/shared/federation';

export type Misbehaviour = 'throws-when-run' | 'mounts-nothing' | 'wrong-contract' | 'crashes-on-mount' | 'crashes-later' | 'holds-on';

export interface HandmadeRelease {
  readonly reference: ReleaseReference;
  readonly script: string;
}

export const integrityOf = (bytes: string | Uint8Array): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** The page of version `version`, which counts its own updates and keeps what was typed into it. */
export function handmadeRelease(remote: string, version: string, misbehaviour?: Misbehaviour): HandmadeRelease {
  const global = `${remote}_${version.split('+')[1]}`;
  const mount = `(element, context) => {
    ${misbehaviour === 'crashes-on-mount' ? 'throw new Error("crash on mount");' : ''}
    const heading = document.createElement('h1');
    heading.textContent = ${JSON.stringify(`${remote} ${version}`)};
    const field = document.createElement('input');
    field.setAttribute('aria-label', 'amount');
    element.append(heading, field);
    ${misbehaviour === 'crashes-later' ? 'field.addEventListener("click", () => { throw new Error("crash later"); });' : ''}
    return { update: () => undefined, canRelease: () => ${misbehaviour === 'holds-on' ? 'window.mayLeave === true ? true : { reason: "busy" }' : 'true'}, unmount: () => element.replaceChildren() };
  }`;
  const contract = misbehaviour === 'wrong-contract' ? '^9.0' : '^1.0';
  const module = misbehaviour === 'mounts-nothing' ? `{ contract: '^1.0' }` : `{ contract: '${contract}', mount: ${mount} }`;
  const script = [
    misbehaviour === 'throws-when-run' ? 'throw new Error("thrown when run");' : '',
    `self[${JSON.stringify(global)}] = { init: () => undefined, get: () => Promise.resolve(() => (${module})) };`,
  ].join('\n');
  return {
    script,
    reference: { version, entry: `/r/${remote}/${version}/remoteEntry.js`, type: 'global', global, integrity: integrityOf(script), contract: '^1.0' },
  };
}
