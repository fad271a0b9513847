/** Who a person is: sign-in, registration, codes, the slide puzzle, profile and verification. */
import * as z from 'zod/mini';
import { accountMode, done, id, instantMs, language, page, paging, request, shortText, wholeNumber } from './wire';

export const passwordLength = { min: 6, max: 16 } as const;
const password = z.string().check(z.minLength(1), z.maxLength(64));
const account = z.string().check(z.minLength(1), z.maxLength(120));
const puzzleToken = z.string().check(z.maxLength(120));
const code = z.string().check(z.regex(/^\d{6}$/));
/** ISO 3166-1 alpha-2. */
const country = z.string().check(z.regex(/^[A-Z]{2}$/));

export const puzzlePurpose = z.enum(['login', 'register', 'forgot', 'code']);
export type PuzzlePurpose = z.infer<typeof puzzlePurpose>;
export const codePurpose = z.enum(['forgot', 'bind_email', 'payment_password']);
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
  }),
  response: z.object({ puzzleToken }),
};

const session = z.object({ token: z.string(), userId: id, mode: accountMode, expiresAtMs: instantMs });
export const login = { request: request({ account, password, puzzleToken }), response: session };
export const register = {
  request: request({
    account,
    password,
    passwordAgain: password,
    puzzleToken,
    country,
    areaCode: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
    invitationCode: z.optional(z.string().check(z.maxLength(20))),
    /** "true" only: the person accepted the agreement. */
    acceptsAgreement: z.literal('true'),
  }),
  response: session,
};
export const addressRegister = {
  request: request({ address: shortText, password, passwordAgain: password, invitationCode: z.optional(shortText), puzzleToken }),
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
    areaCode: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
  }),
  response: done,
};
const codeSent = z.object({ resendAtMs: instantMs, expiresAtMs: instantMs });
export const sendPhoneCode = {
  request: request({
    account,
    areaCode: z.string().check(z.regex(/^\d{1,6}$/)),
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
export const userInfo = {
  request: request({}),
  response: z.object({
    userId: id,
    /** Masked: "de•••@example.com". */
    account: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    mode: accountMode,
    creditScore: z.int(),
    primary: identityStatus,
    advanced: identityStatus,
    invitationCode: z.string(),
    hasPaymentPassword: z.boolean(),
    isTotpOn: z.boolean(),
    language,
    isDemoOpen: z.boolean(),
    createdAtMs: instantMs,
  }),
};
export const realInfo = {
  request: request({}),
  response: z.object({
    primary: identityStatus,
    advanced: identityStatus,
    rejectionReason: z.nullable(z.string()),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    country: z.nullable(country),
    idNumberMasked: z.nullable(z.string()),
  }),
};
export const realName = {
  request: request({
    step: z.enum(['primary', 'advanced']),
    country: z.optional(country),
    firstName: z.optional(shortText),
    lastName: z.optional(shortText),
    address: z.optional(shortText),
    idType: z.optional(z.enum(['driver_licence', 'passport', 'id_card'])),
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
export const userMessages = {
  request: request({ ...paging }),
  response: page(
    z.object({
      id,
      category: z.enum(['money', 'security', 'trading', 'news']),
      title: z.string(),
      body: z.string(),
      atMs: instantMs,
      isRead: z.boolean(),
    }),
  ),
};
export const updatePassword = {
  request: request({
    kind: z.enum(['login', 'payment']),
    oldPassword: z.optional(password),
    password,
    passwordAgain: password,
    code: z.optional(code),
  }),
  response: done,
};
/** Replacing an address that is bound already needs the login password too. */
export const bindEmail = { request: request({ email: z.email(), code, password: z.optional(password) }), response: done };
export const totp = {
  request: request({ action: z.enum(['get', 'set', 'remove']), totp: z.optional(code), password: z.optional(password) }),
  response: z.object({ secret: z.nullable(z.string()), uri: z.nullable(z.string()) }),
};
export const setLanguage = { request: request({ language }), response: done };

/** Figures of a trader's record; each is null until there is an order to count. Formulas: docs, statistics. */
export const statistics = {
  request: request({ days: z.optional(wholeNumber) }),
  response: z.object({
    mode: accountMode,
    asOfMs: instantMs,
    accuracy: z.nullable(z.string()),
    totalOrders: z.int(),
    profitOrders: z.int(),
    lossOrders: z.int(),
    returnedOrders: z.int(),
    longOrders: z.int(),
    longWins: z.int(),
    shortOrders: z.int(),
    shortWins: z.int(),
    yesterday: z.object({ orders: z.int(), profit: z.nullable(z.string()) }),
    followers: z.int(),
    buyCount: z.int(),
    sellCount: z.int(),
    orderProportion: z.array(z.object({ symbol: z.string(), orders: z.int(), share: z.string() })),
  }),
};
