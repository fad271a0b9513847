/**
 * Back to where a person was when the login page came in between. The place travels in the login page's own address, so
 * it survives a reload and the way over the register page; only pages of this app are ever returned to.
 */
import { homePath, routeFor } from './routeFor';

export const loginPath = '/pages/login/index';
const parameter = 'returnTo';
const authPages: ReadonlySet<string> = new Set([loginPath, '/pages/register/index', '/pages/forgot/index']);

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** The login page's query that remembers `place`; what a login page remembers already is handed on. */
export function withReturn(place: Place): Record<string, string> {
  const isAuth = authPages.has(place.pathname);
  const target = isAuth ? new URLSearchParams(place.search).get(parameter) : `${place.pathname}${place.search}`;
  return target === null || !isOurs(target) ? {} : { [parameter]: target };
}

/** Where a person who has just signed in at `place` goes; undefined: stays, for it is not a login page. */
export function returnTarget(place: Place): string | undefined {
  if (!authPages.has(place.pathname)) return undefined;
  const target = new URLSearchParams(place.search).get(parameter);
  return target !== null && isOurs(target) ? target : homePath;
}

/** From one login page to the next the place to return to goes along. */
export function keepReturn(from: Place, toPathname: string): Record<string, string> {
  return authPages.has(from.pathname) && authPages.has(toPathname) ? withReturn(from) : {};
}

/** A page of the host's own table, or one that only the pointer may name: whether it does shows when the person is there. */
const isOurs = (target: string): boolean => {
  const pathname = target.split('?')[0] ?? '';
  const { kind } = routeFor(pathname, undefined);
  return (kind === 'remote' || (kind === 'undecided' && pathname.startsWith('/pages/'))) && !authPages.has(pathname);
};
