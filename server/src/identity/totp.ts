/** safe/google: the person turns one-time codes on and off, and gets new recovery codes. Codes turned off hold withdrawals for a day. */
import { AppError } from '@tessera/shared/errors';
import { rowId } from '../store/rowId';
import { holdSession } from './holdPerson';
import { deliverNoticesOf } from './owedNotices';
import { consumeOwnCode } from './ownCode';
import { strongestProof } from './requireStepUp';
import { holdAfterChange } from './signInChange';
import { tellEverywhere } from './tellEverywhere';
import { mainAccount, userById } from './users';
import type { Tx } from '../store/database';
import type { Handler, HandlerCall } from '../http/handler';
import type { IdentityParts } from './IdentityParts';
import type { User } from './users';

const wrongCode = () => new AppError('AUTH_WRONG_CODE', { params: { field: 'code' } });

export function totp(parts: IdentityParts): Handler<'totp'> {
  const { db, oneTimeCodes } = parts;

  const answer = async (userId: number, shown: { secret?: string; uri?: string; recoveryCodes?: readonly string[] } = {}) => ({
    isOn: await oneTimeCodes.isOn(userId),
    secret: shown.secret ?? null,
    uri: shown.uri ?? null,
    recoveryCodes: shown.recoveryCodes === undefined ? null : [...shown.recoveryCodes],
    recoveryLeft: await oneTimeCodes.recoveryLeft(userId),
  });

  /** Within the transaction of the change; what it answers is shown to the person once. */
  async function change(tx: Tx, { request, nowMs }: HandlerCall<'totp'>, held: User): Promise<readonly string[] | undefined> {
    if (request.action === 'remove') {
      await oneTimeCodes.turnOff(tx, held.id);
      await holdAfterChange(parts, tx, { user: held, kind: 'one_time_codes_off', nowMs });
      return undefined;
    }
    if (request.action === 'recovery') {
      await tellEverywhere(parts, tx, { user: held, kind: 'recovery_codes_renewed', nowMs });
      return oneTimeCodes.renewRecovery(tx, held.id);
    }
    const recoveryCodes = await oneTimeCodes.confirm(tx, held.id, request.code ?? '', nowMs);
    if (recoveryCodes === undefined) throw wrongCode();
    await tellEverywhere(parts, tx, { user: held, kind: 'one_time_codes_on', nowMs });
    return recoveryCodes;
  }

  /**
   * Turning codes on locks out everybody who has not got the secret, so the password alone must not do it: a code to what the person has
   * on file as well. The app's code stands for the step-up with which its secret was drawn, and is looked at first: it costs no mail.
   */
  async function proveBoth({ request, ip, nowMs }: HandlerCall<'totp'>, user: User): Promise<void> {
    if (request.code === undefined) throw new AppError('PARAMETER_MISSING', { params: { field: 'code' } });
    if (!(await oneTimeCodes.isOfNewest(user.id, request.code, nowMs))) throw wrongCode();
    const { accountCode } = request;
    await consumeOwnCode(parts, user, { purpose: 'one_time_codes', code: accountCode, field: 'accountCode', ip, nowMs });
  }

  return async (call) => {
    const { request, user: signedIn, ip, nowMs } = call;
    const user = await userById(db, rowId(signedIn.userId));
    const isOn = await oneTimeCodes.isOn(user.id);
    if (request.action === 'get' && isOn) return answer(user.id);
    if (request.action !== 'get' && isOn === (request.action === 'set')) throw new AppError('STATUS_ABNORMAL');
    if (request.action === 'set') await proveBoth(call, user);
    else await parts.requireStepUp({ user, signedIn, purpose: 'one_time_codes', ...strongestProof(user, request), ip, nowMs });
    if (request.action === 'get') return answer(user.id, await oneTimeCodes.draw(user.id, mainAccount(user), nowMs));
    const recoveryCodes = await db.transaction().execute(async (tx) => change(tx, call, await holdSession(tx, signedIn, nowMs)));
    await deliverNoticesOf(parts, user.id, nowMs);
    return answer(user.id, recoveryCodes === undefined ? {} : { recoveryCodes });
  };
}
