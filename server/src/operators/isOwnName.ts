import { isIP } from 'node:net';

/**
 * Was this server asked by a name of its own? A page of another site that points its name at this machine (DNS rebinding) is asked by that name. An
 * address is nobody's name.
 */
export function isOwnName(host: string | undefined, names: readonly string[]): boolean {
  const name = /^(?:\[([0-9a-f:.]+)\]|([^:]+))(?::\d{1,5})?$/i.exec(host ?? '');
  const asked = (name?.[1] ?? name?.[2] ?? '').toLowerCase();
  return isIP(asked) !== 0 || asked === 'localhost' || names.includes(asked);
}
