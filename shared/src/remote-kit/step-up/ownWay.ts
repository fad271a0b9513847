import type { EndpointResponse } from '../../domain/contract';

type Ways = Pick<EndpointResponse<'userInfo'>, 'email' | 'phone' | 'emailHeldUntilMs' | 'phoneHeldUntilMs' | 'isWithoutPassword'>;

/**
 * Where a code goes that proves the person: to what was bound more than a day ago. Where there is only a newer one the exchange says
 * until when it does not count; whose wallet proves him needs none then: undefined.
 */
export function ownWay({ email, phone, emailHeldUntilMs, phoneHeldUntilMs, isWithoutPassword }: Ways): string | undefined {
  const proven = (emailHeldUntilMs === undefined ? email : null) ?? (phoneHeldUntilMs === undefined ? phone : null);
  if (proven !== null) return proven;
  return isWithoutPassword === true ? undefined : (email ?? phone ?? undefined);
}
