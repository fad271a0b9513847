/**
 * A remote written by hand, without the project's build: a container of a few lines that satisfies the host-remote contract.
 * It shows its version, and misbehaves the way a test asks for. A foreign remote looks like this too.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseReference } from '@tessera/shared/federation';

export type Misbehaviour =
  | 'throws-when-run'
  | 'mounts-nothing'
  | 'wrong-contract'
  | 'crashes-on-mount'
  | 'crashes-later'
  | 'holds-on';

export interface HandmadeRelease {
  readonly reference: ReleaseReference;
  readonly script: string;
}

export const integrityOf = (bytes: string | Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** The page of version `version`, with a field to type into. `needs`: the contract range; `pages`: those that only the pointer knows. */
export function handmadeRelease(
  remote: string,
  version: string,
  misbehaviour?: Misbehaviour,
  { needs = '^1.0', pages }: { readonly needs?: string; readonly pages?: readonly string[] } = {},
): HandmadeRelease {
  const global = `${remote}_${version.split('+')[1]}`;
  const mount = `(element, context) => {
    ${misbehaviour === 'crashes-on-mount' ? 'throw new Error("crash on mount");' : ''}
    const heading = document.createElement('h1');
    heading.textContent = ${JSON.stringify(`${remote} ${version}`)};
    const field = document.createElement('input');
    field.setAttribute('aria-label', 'amount');
    element.append(heading, field);
    ${misbehaviour === 'crashes-later' ? 'field.addEventListener("click", () => { element.replaceChildren(); throw new Error("crash later"); });' : ''}
    return { update: () => undefined, canRelease: () => ${misbehaviour === 'holds-on' ? 'window.mayLeave === true ? true : { reason: "busy" }' : 'true'}, unmount: () => element.replaceChildren() };
  }`;
  const contract = misbehaviour === 'wrong-contract' ? '^9.0' : needs;
  const module = misbehaviour === 'mounts-nothing' ? `{ contract: '${needs}' }` : `{ contract: '${contract}', mount: ${mount} }`;
  const script = [
    misbehaviour === 'throws-when-run' ? 'throw new Error("thrown when run");' : '',
    `self[${JSON.stringify(global)}] = { init: () => undefined, get: () => Promise.resolve(() => (${module})) };`,
  ].join('\n');
  return {
    script,
    reference: {
      version,
      entry: `/r/${remote}/${version}/remoteEntry.js`,
      type: 'global',
      global,
      integrity: integrityOf(script),
      contract: needs,
      ...(pages === undefined ? {} : { pages: [...pages], openPages: [...pages] }),
    },
  };
}

/** Leaves a hand-made release as a finished build that `publish --from` takes. */
export function writeBuild({ reference, script }: HandmadeRelease, folder: string): void {
  const { version, global, contract, pages, openPages } = reference;
  const name = reference.entry.split('/')[2];
  const record = {
    schema: 1,
    kind: 'remote',
    name,
    version,
    bundler: 'by hand',
    entry: 'remoteEntry.js',
    type: 'global',
    global,
    contract,
    preload: [],
    pages,
    openPages,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'remoteEntry.js'), script);
  writeFileSync(join(folder, 'build.json'), JSON.stringify(record));
}
