/**
 * Who a person is: registration and sign-in by password or wallet, sessions, the puzzle, verification codes, and what he may change about himself.
 * Money is opened by the wallet's function that is handed in; messages are written by content.
 */
import { sql } from 'kysely';
import { deleteInSteps } from '../store/deleteInSteps';
import { bindEmail, bindPhone } from './bindWay';
import { createCodeDelivery } from './codeDelivery';
import { createCodes } from './codes';
import { seedDemoUser } from './demoUser';
import { creditHandlers } from './credit';
import { deviceHandlers } from './devices';
import { holdSession } from './holdPerson';
import { absoluteLimitMs, endedKeptMs } from './isLive';
import { deliverDueNotices, deliverNoticesOf } from './owedNotices';
import { consumeOwnCode, type OwnCode } from './ownCode';
import { createOneTimeCodes } from './OneTimeCodes';
import { createPasswords } from './passwords';
import { profileHandlers } from './profile';
import { createPuzzles } from './puzzles';
import { createRequireStepUp, type RequireStepUp } from './requireStepUp';
import { forgot, updatePassword } from './security';
import { sendEmailCode, sendPhoneCode } from './sendCode';
import { createSessions } from './sessions';
import { signIn } from './signIn';
import { listSignIns, signInsKeptMs } from './signIns';
import { signUp } from './signUp';
import { switchAccount } from './switchAccount';
import { createThrottle } from './throttle';
import { totp } from './totp';
import { addressRegister, addressText } from './walletSignIn';
import { createWalletTexts } from './walletTexts';
import type { Handlers } from '../http/handler';
import type { demoLogin } from './demoUser';
import type { IdentityDeps, IdentityParts } from './IdentityParts';
import type { Sessions } from './sessions';
import type { User } from './users';

export interface Identity {
  readonly handlers: Handlers;
  readonly sessions: Sessions;
  readonly requireStepUp: RequireStepUp;
  /** A code to what the person has on file. Throws AUTH_WRONG_CODE, PARAMETER_MISSING and AUTH_NEW_WAY_HELD. */
  consumeOwnCode(user: User, guess: OwnCode): Promise<void>;
  /** Tries at once to tell what a change owes to the person's ways; it is told later otherwise. */
  deliverNoticesOf(userId: number, nowMs: number): Promise<void>;
  /** Makes the demo login when there is none. */
  seedDemoUser(): Promise<typeof demoLogin>;
  /** Tries again to tell the old ways of changes that they could not be told at once. */
  deliverDueNotices(): Promise<void>;
  /** Deletes puzzles, texts, codes, counts, sessions and sign-ins that no longer mean anything. */
  forgetOldRows(): Promise<void>;
}

const dayMs = 86_400_000;

export function createIdentity(needs: IdentityDeps): Identity {
  const { db, clock, random, log, config, catalog, messages, texts, openDemoAccount } = needs;
  const passwords = needs.passwords ?? createPasswords();
  const throttle = createThrottle({ db, clock });
  const walletTexts = createWalletTexts({ db, random });
  const oneTimeCodes = createOneTimeCodes({ db, random, box: needs.secretBox, log });
  const parts: IdentityParts = {
    db,
    clock,
    random,
    log,
    catalog,
    messages,
    texts,
    openDemoAccount,
    isInvitationRequired: config.isInvitationRequired,
    isProduction: config.isProduction,
    publicOrigin: config.publicOrigin,
    passwords,
    oneTimeCodes,
    requireStepUp: createRequireStepUp({ db, passwords, oneTimeCodes, throttle, walletTexts, messages }),
    puzzles: createPuzzles({ db, random, throttle, rateLimitFactor: config.rateLimitFactor }),
    throttle,
    walletTexts,
    codes: createCodes({ db, random }),
    delivery: needs.delivery ?? createCodeDelivery(config, needs.print),
    sessions: createSessions({ db, clock, random, log }),
  };
  const handlers: Handlers = {
    login: signIn(parts),
    register: signUp(parts),
    addressText: addressText(parts),
    addressRegister: addressRegister(parts),
    puzzleNew: ({ request, ip, nowMs }) => parts.puzzles.make(request.purpose, ip, nowMs),
    puzzleVerify: ({ request, ip, nowMs }) => parts.puzzles.verify(request, ip, nowMs),
    sendPhoneCode: sendPhoneCode(parts),
    sendEmailCode: sendEmailCode(parts),
    forgot: forgot(parts),
    updatePassword: updatePassword(parts),
    bindEmail: bindEmail(parts),
    bindPhone: bindPhone(parts),
    totp: totp(parts),
    switchAccount: switchAccount(parts),
    logout: ({ user, nowMs }) =>
      db.transaction().execute(async (tx) => {
        await holdSession(tx, user, nowMs);
        await parts.sessions.end(tx, user.sessionId, 'signed_out');
        return {};
      }),
    ...profileHandlers(parts),
    ...creditHandlers(parts),
    ...deviceHandlers(parts),
    signIns: listSignIns(parts),
  };
  return {
    handlers,
    sessions: parts.sessions,
    requireStepUp: parts.requireStepUp,
    consumeOwnCode: (user, guess) => consumeOwnCode(parts, user, guess),
    deliverNoticesOf: (userId, nowMs) => deliverNoticesOf(parts, userId, nowMs),
    seedDemoUser: () => seedDemoUser(parts, clock.now()),
    deliverDueNotices: () => deliverDueNotices(parts, clock.now()),
    async forgetOldRows() {
      const nowMs = clock.now();
      await deleteInSteps(db, 'puzzle', sql`expires_at_ms < ${nowMs - dayMs}`);
      await deleteInSteps(db, 'wallet_text', sql`expires_at_ms < ${nowMs - dayMs}`);
      await deleteInSteps(db, 'sign_in', sql`at_ms < ${nowMs - signInsKeptMs}`);
      await deleteInSteps(db, 'verification_code', sql`expires_at_ms < ${nowMs - dayMs}`);
      await deleteInSteps(db, 'throttle', sql`last_at_ms < ${nowMs - 2 * dayMs} and blocked_until_ms < ${nowMs}`);
      await deleteInSteps(db, 'step_up_try', sql`last_at_ms < ${nowMs - dayMs}`);
      // By age alone: a session of this age ended long ago, by whatever it was ended.
      await deleteInSteps(db, 'session', sql`created_at_ms < ${nowMs - absoluteLimitMs - endedKeptMs}`);
    },
  };
}
