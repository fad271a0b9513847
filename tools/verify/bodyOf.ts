/** What an entry of the public record says, by names. One that holds no object says nothing; that it does is a fault (`record`). */
import type { Entry } from './shapes';

export const isReadable = ({ body }: Pick<Entry, 'body'>): boolean => read(body) !== undefined;

export const bodyOf = <Body extends object>({ body }: Pick<Entry, 'body'>): Partial<Body> => read(body) ?? {};

function read(body: unknown): object | undefined {
  try {
    const said = JSON.parse(String(body)) as unknown;
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? said : undefined;
  } catch {
    return undefined;
  }
}
