import type { AppError } from '@tessera/shared/errors';

/** Said at the door, before anything looks at what the key stands for: an earlier request under it may have passed. */
const saidAtTheDoor: ReadonlySet<string> = new Set([
  'AUTH_LOGIN_REQUIRED',
  'AUTH_SESSION_ENDED',
  'NOT_FOUND_404',
  'ORDER_TOO_LATE',
  'ORDER_CLOCK_AHEAD',
  'TOO_MANY_REQUESTS',
]);

/** Does a refusal of a repeat say what became of the same request sent before? */
export const isAboutTheWork = ({ code, isOutcomeUnknown }: AppError): boolean => !isOutcomeUnknown && !saidAtTheDoor.has(code);
