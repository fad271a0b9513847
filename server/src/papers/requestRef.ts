/** How a review, and a picture, names the application that it belongs to. */
import { rowId } from '../store/rowId';

const prefix = 'identity:';

export const refOf = (requestId: number): string => `${prefix}${requestId}`;
export const requestIdOf = (ref: string): number => rowId(ref.slice(prefix.length));
