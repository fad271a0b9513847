/** Who a person is: sign-in, registration, codes, the slide puzzle, profile and verification. */
import * as z from 'zod/mini';
import {
  accountMode,
  assetId,
  decimalText,
  done,
  id,
  instantMs,
  language,
  nextPage,
  page,
  paging,
  positiveText,
  request,
  shortText,
  symbolId,
  wholeNumber,
} from './wire';

export const passwordLength = { min: 6, max: 16 } as const;
const password = z.string().check(z.minLength(1), z.maxLength(64));
const account = z.string().check(z.minLength(1), z.maxLength(120));
const puzzleToken = z.string().check(z.maxLength(120));
const code = z.string().check(z.regex(/^\d{6}$/));
/**
 * "It is you": the payment password where the person has set one, else the login password; of a payment password that is set by a code
 * always the login password. Left out where it is needed: AUTH_STEP_UP_REQUIRED.
 */
const stepUpPassword = z.optional(password);
/** Beside it, once one-time codes are on: six digits of the authenticator app, or a recovery code. */
const oneTimeCode = z.optional(z.string().check(z.minLength(6), z.maxLength(20)));
/** In place of the password, of who has none: the text that `addressText` made for the purpose, and its signature. */
const signature = z.string().check(z.regex(/^0x[0-9a-fA-F]{2,2000}$/));
const nonce = z.string().check(z.regex(/^[0-9a-f]{32}$/));
export const stepUp = {
  stepUpPassword,
  stepUpCode: oneTimeCode,
  stepUpNonce: z.optional(nonce),
  stepUpSignature: z.optional(signature),
};
/** ISO 3166-1 alpha-2. */
const country = z.string().check(z.regex(/^[A-Z]{2}$/));

export const puzzlePurpose = z.enum(['login', 'register', 'forgot', 'code']);
export type PuzzlePurpose = z.infer<typeof puzzlePurpose>;
export const codePurpose = z.enum(['forgot', 'bind_email', 'bind_phone', 'payment_password', 'one_time_codes', 'payee']);
export type CodePurpose = z.infer<typeof codePurpose>;

export const puzzle = z.object({
  puzzleId: id,
  /** data: URLs. The background has a gap; the piece fits it at the hidden x and the given y. */
  background: z.string(),
  piece: z.string(),
  width: z.int(),
  height: z.int(),
  pieceSize: z.int(),
  pieceY: z.int(),
  /** After repeated failures: sha256("<puzzleId>:<work>") must begin with so many zero bits. */
  workBits: z.optional(z.int()),
  expiresAtMs: instantMs,
});
export const puzzleNew = { request: request({ purpose: puzzlePurpose }), response: puzzle };
export const puzzleVerify = {
  request: request({
    puzzleId: id,
    /** Left edge of the piece in image pixels. */
    x: wholeNumber,
    /** How it was moved: a drag brings its track as "ms:x,ms:x,…"; keys and buttons bring none. */
    method: z.enum(['drag', 'keys', 'buttons']),
    track: z.string().check(z.maxLength(8000)),
    work: z.optional(z.string().check(z.regex(/^\d{1,12}$/))),
  }),
  response: z.object({ puzzleToken }),
};

const session = z.object({ token: z.string(), userId: id, mode: accountMode, expiresAtMs: instantMs });
/** Where a phone number that is written as at home is from. */
const phoneCountry = z.optional(country);
const areaCode = z.string().check(z.regex(/^\d{1,6}$/));
export const login = {
  /** Left out where one-time codes are on: AUTH_ONE_TIME_CODE_REQUIRED. The puzzle's token then stays good. */
  request: request({ account, phoneCountry, password, puzzleToken, oneTimeCode }),
  response: session,
};
export const register = {
  request: request({
    account,
    password,
    passwordAgain: password,
    puzzleToken,
    /** Of residence. */
    country,
    phoneCountry,
    areaCode: z.optional(areaCode),
    invitationCode: z.optional(z.string().check(z.maxLength(20))),
    /** "true" only: the person accepted the agreement. */
    acceptsAgreement: z.literal('true'),
  }),
  response: session,
};
export const walletPurpose = z.enum([
  'sign_in',
  'login_password',
  'payment_password',
  'email',
  'phone',
  'one_time_codes',
  'limits',
  'payee',
  'withdrawal',
  'treasure',
  'project',
  'loan',
]);
export type WalletPurpose = z.infer<typeof walletPurpose>;
/**
 * The text (EIP-4361) that a wallet signs to sign in; or, with a session, to confirm a change of an account without password: then
 * it is of the account's own wallet, and `address` is left out.
 */
export const addressText = {
  request: request({ purpose: walletPurpose, address: z.optional(z.string().check(z.maxLength(64))) }),
  response: z.object({
    nonce,
    text: z.string(),
    /** With its checksum (EIP-55). */
    address: z.string(),
    /** Where the wallet has to be: the text names it. */
    chainId: z.int(),
    expiresAtMs: instantMs,
  }),
};
/**
 * Signs in by the signature of a text. A wallet without an account is registered when country, agreement and puzzle come with it;
 * without them: AUTH_WALLET_NOT_REGISTERED. What was refused for want of something else than the signature may be sent again with it.
 */
export const addressRegister = {
  request: request({
    nonce,
    signature,
    oneTimeCode,
    country: z.optional(country),
    invitationCode: z.optional(z.string().check(z.maxLength(20))),
    acceptsAgreement: z.optional(z.literal('true')),
    puzzleToken: z.optional(puzzleToken),
  }),
  response: session,
};
export const logout = { request: request({}), response: done };
export const switchAccount = { request: request({ mode: accountMode }), response: session };
export const forgot = {
  request: request({
    account,
    code,
    password,
    passwordAgain: password,
    phoneCountry,
    areaCode: z.optional(areaCode),
  }),
  response: done,
};
const codeSent = z.object({ resendAtMs: instantMs, expiresAtMs: instantMs });
export const sendPhoneCode = {
  request: request({
    account,
    phoneCountry,
    areaCode: z.optional(areaCode),
    purpose: codePurpose,
    puzzleToken: z.optional(puzzleToken),
  }),
  response: codeSent,
};
export const sendEmailCode = {
  request: request({ account, purpose: codePurpose, puzzleToken: z.optional(puzzleToken) }),
  response: codeSent,
};
export const areaCodes = {
  request: request({}),
  response: z.object({ items: z.array(z.object({ country, areaCode: z.string(), isRestricted: z.boolean() })) }),
};

/** Identity states in the specification's order. */
export const identityStatus = z.enum(['not_certified', 'under_review', 'certified']);
export type IdentityStatus = z.infer<typeof identityStatus>;
/** The second is applied for once the first is certified. */
export const identityStep = z.enum(['primary', 'advanced']);
export type IdentityStep = z.infer<typeof identityStep>;
export const identityLevel = z.enum(['none', ...identityStep.options]);
export type IdentityLevel = z.infer<typeof identityLevel>;
/** What a person may have to be certified for, on the real account. */
export const identityActs = ['trade', 'withdraw'] as const;
export type IdentityAct = (typeof identityActs)[number];
/** By what is done: the step that it needs. */
const identityNeeds = z.object({ trade: identityLevel, withdraw: identityLevel });
export const idType = z.enum(['driver_licence', 'passport', 'id_card']);
export type IdType = z.infer<typeof idType>;
/** Fields that a reviewer may ask for anew. */
export const identityField = z.enum([
  'country',
  'firstName',
  'lastName',
  'idType',
  'idNumber',
  'address',
  'frontUploadId',
  'backUploadId',
]);
export type IdentityField = z.infer<typeof identityField>;
export const userInfo = {
  request: request({}),
  response: z.object({
    userId: id,
    /** Masked: "de•••@example.com". */
    account: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    /** Masked: "0x1234•••cdef". Left out: none. */
    wallet: z.optional(z.string()),
    mode: accountMode,
    creditScore: z.int(),
    primary: identityStatus,
    advanced: identityStatus,
    /** Present while a step is missing for one of them: what the person must still be certified for. */
    needsIdentity: z.optional(z.partial(identityNeeds)),
    invitationCode: z.string(),
    /** Of who registered with a wallet and has set no login password: the wallet confirms his changes. */
    isWithoutPassword: z.optional(z.literal(true)),
    hasPaymentPassword: z.boolean(),
    isTotpOn: z.boolean(),
    language,
    isDemoOpen: z.boolean(),
    createdAtMs: instantMs,
    /** Present while they hold, after a change of a way to sign in: until then no money leaves … */
    withdrawalsHeldUntilMs: z.optional(instantMs),
    /** … and the new e-mail address or phone proves nobody: no code goes to it for another change. */
    emailHeldUntilMs: z.optional(instantMs),
    phoneHeldUntilMs: z.optional(instantMs),
  }),
};
/** How the person's verification stands, what he said last, and what each step is needed for. */
export const realInfo = {
  request: request({}),
  response: z.object({
    primary: identityStatus,
    advanced: identityStatus,
    needs: identityNeeds,
    /** Of the step that was refused last and not applied for again: why, in the reviewer's words, and what has to be given anew. */
    rejection: z.nullable(z.object({ step: identityStep, reason: z.string(), fields: z.array(identityField) })),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    country: z.nullable(country),
    idType: z.nullable(idType),
    /** "•••• 4567". */
    idNumberMasked: z.nullable(z.string()),
    addressMasked: z.nullable(z.string()),
    /** Of the step that is under review, or else of the last that was decided. */
    askedAtMs: z.nullable(instantMs),
    decidedAtMs: z.nullable(instantMs),
  }),
};
/**
 * Applies for a step. Primary: country, names, type and number, and an address that may be left out. Advanced: two pictures of the
 * document. After a rejection only what has to be given anew is needed; what is left out stays as it was said before.
 */
export const realName = {
  request: request({
    step: identityStep,
    country: z.optional(country),
    firstName: z.optional(shortText),
    lastName: z.optional(shortText),
    address: z.optional(shortText),
    idType: z.optional(idType),
    idNumber: z.optional(shortText),
    frontUploadId: z.optional(id),
    backUploadId: z.optional(id),
  }),
  response: done,
};
export const invite = {
  request: request({ ...paging }),
  response: z.object({ invitationCode: z.string(), invited: page(z.object({ account: z.string(), joinedAtMs: instantMs })) }),
};
/** What earns or costs points of the credit score, in the order of the published formula (docs/credit.md). */
export const creditKind = z.enum([
  'registered',
  'primary',
  'advanced',
  'one_time_codes',
  'payment_password',
  'month',
  'orders',
  'locked',
]);
export type CreditKind = z.infer<typeof creditKind>;
const creditPoints = {
  kind: creditKind,
  points: z.int(),
  /** Of `orders`: how many had been settled. */
  count: z.optional(z.int()),
};
/** The credit score and every event that it is the sum of. */
export const credit = {
  request: request({}),
  response: z.object({
    /** The sum of the events' points, and never below 0. */
    score: z.int(),
    /** What nobody can exceed. */
    most: z.int(),
    asOfMs: instantMs,
    /** Newest first. */
    events: z.array(z.object({ ...creditPoints, atMs: instantMs })),
    /** The formula. `times`: how often at most; left out: without end. `days`: how long it counts; left out: as long as it is true. */
    rules: z.array(z.object({ ...creditPoints, times: z.optional(z.int()), days: z.optional(z.int()) })),
  }),
};
export const messageCategory = z.enum(['money', 'security', 'trading', 'news']);
export type MessageCategory = z.infer<typeof messageCategory>;
/** Newest first. `cursor` is the `next` of the page before; `id` asks for that message alone. */
export const userMessages = {
  request: request({
    category: z.optional(messageCategory),
    id: z.optional(id),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    ...paging,
  }),
  response: z.object({
    ...page(
      z.object({
        id,
        category: messageCategory,
        title: z.string(),
        body: z.string(),
        /** The market it is about. */
        symbol: z.optional(symbolId),
        /** The project it is about. */
        projectId: z.optional(id),
        atMs: instantMs,
        isRead: z.boolean(),
      }),
    ).shape,
    next: nextPage,
    /** Of all messages, not of this page. */
    unread: z.int(),
    /** The same by category. Absent in answers of servers that know the sum only. */
    unreadOf: z.optional(z.object({ money: z.int(), security: z.int(), trading: z.int(), news: z.int() })),
  }),
};
/** One message, or all when none is named. */
export const markMessagesRead = { request: request({ id: z.optional(id) }), response: done };
export const updatePassword = {
  request: request({
    kind: z.enum(['login', 'payment']),
    /** The present one of that kind. Of a payment password that is not set, or was forgotten: `code` and the login password. */
    oldPassword: z.optional(password),
    password,
    passwordAgain: password,
    code: z.optional(code),
    ...stepUp,
  }),
  /** Every session of the person ends, also the one that asked; `token` is of the one that takes its place. */
  response: z.object({ token: z.optional(z.string()) }),
};
/** The first address or another one in its place. The code was sent to the new one. */
export const bindEmail = { request: request({ email: z.email(), code, ...stepUp }), response: done };
/** The same of a phone. `phone` as written at home, with its country, or in international form. */
export const bindPhone = { request: request({ phone: account, phoneCountry, code, ...stepUp }), response: done };
/**
 * One-time codes of an authenticator app. get: how it stands; a new secret while they are off. set: turns them on with a code of that
 * secret and `accountCode`, a code to the person's e-mail address or phone. recovery: new recovery codes. remove: off. All but set, and
 * get while they are on, need a step-up.
 */
export const totp = {
  request: request({
    action: z.enum(['get', 'set', 'recovery', 'remove']),
    code: z.optional(code),
    accountCode: z.optional(code),
    ...stepUp,
  }),
  response: z.object({
    isOn: z.boolean(),
    /** Base 32, and as otpauth: address for a QR code; of get while they are off. Shown now or never. */
    secret: z.nullable(z.string()),
    uri: z.nullable(z.string()),
    /** Of set and recovery. Shown now or never. */
    recoveryCodes: z.nullable(z.array(z.string())),
    /** How many are unused. */
    recoveryLeft: z.int(),
  }),
};
/** Where the person is signed in, and was in the last 90 days; those that live first. */
export const devices = {
  request: request({ ...paging }),
  response: page(
    z.object({
      id,
      /** "Chrome, Android"; empty when the browser did not say. */
      device: z.string(),
      signedInAtMs: instantMs,
      lastSeenAtMs: instantMs,
      isLive: z.boolean(),
      isThisOne: z.boolean(),
    }),
  ),
};
/** Signs one device out, or all but this one when none is named. */
export const endDevices = { request: request({ id: z.optional(id) }), response: done };
/** The login history: the newest sign-ins of the last 90 days, newest first. */
export const signIns = {
  request: request({ ...paging }),
  response: page(
    z.object({
      id,
      atMs: instantMs,
      /** null, and "" of `network`: of before this was kept. */
      way: z.nullable(z.enum(['password', 'wallet', 'registration'])),
      device: z.string(),
      /** The address without its last part: "203.0.113.•". */
      network: z.string(),
    }),
  ),
};
export const setLanguage = { request: request({ language }), response: done };

const count = z.int();
/** What stands in every part of the record that counts settled orders. A figure without an order to count is null. */
const settledFigures = {
  /** profit + loss + returned. */
  totalOrders: count,
  profitOrders: count,
  lossOrders: count,
  /** Ties and voids: counted apart, and in no accuracy. */
  returnedOrders: count,
  /** profit ÷ (profit + loss). */
  accuracy: z.nullable(positiveText),
  netProfit: z.nullable(decimalText),
};
/** Figures of a trader's record, of one account mode. Formulas: docs/statistics.md. Money is in `asset`. */
export const statistics = {
  /** days: the last so many UTC days, today included; left out: everything. */
  request: request({ days: z.optional(wholeNumber.check(z.gte(1), z.lte(366))) }),
  response: z.object({
    mode: accountMode,
    asset: assetId,
    asOfMs: instantMs,
    /** The period's first instant; null for everything. */
    fromMs: z.nullable(instantMs),
    ...settledFigures,
    /** Stakes, notionals opened and closed, spot totals. */
    volume: positiveText,
    /** The largest fall of the realised profit from a peak before. */
    maxDrawdown: z.nullable(positiveText),
    averageProfit: z.nullable(positiveText),
    /** Below zero. */
    averageLoss: z.nullable(decimalText),
    longOrders: count,
    longWins: count,
    shortOrders: count,
    shortWins: count,
    /** The UTC day before today, whatever the period. */
    yesterday: z.object({ dayMs: instantMs, ...settledFigures }),
    /** Longs and spot purchases; shorts and spot sales. */
    buyCount: count,
    sellCount: count,
    /** Most orders first; the shares add up to 1 but for their rounding. */
    orderProportion: z.array(z.object({ symbol: symbolId, orders: count, share: positiveText })),
    products: z.object({
      seconds: z.object({ ...settledFigures, volume: positiveText }),
      leverage: z.object({ ...settledFigures, volume: positiveText }),
      spot: z.object({ bought: count, sold: count, volume: positiveText }),
    }),
    /** null: nobody can follow a trader here, so there is nothing to count. */
    followers: z.nullable(count),
  }),
};
export type Statistics = z.infer<typeof statistics.response>;
