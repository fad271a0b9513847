/** Tables of this module (migrations 0010, 0150, 0152, 0185, 0193, 0300, 0305 and 0310 to 0312 and 0375). */
import type { Generated } from 'kysely';
import type { AccountMode, CodePurpose, Language, PuzzlePurpose } from '@tessera/shared/contract';

export interface IdentityTables {
  appUser: AppUserTable;
  session: SessionTable;
  verificationCode: VerificationCodeTable;
  puzzle: PuzzleTable;
  throttle: ThrottleTable;
  stepUpTry: StepUpTryTable;
  owedNotice: OwedNoticeTable;
  oneTimeCode: OneTimeCodeTable;
  recoveryCode: RecoveryCodeTable;
  signIn: SignInTable;
  walletText: WalletTextTable;
}

export interface AppUserTable {
  id: number;
  email: string | null;
  phone: string | null;
  wallet: Generated<string | null>;
  country: string;
  passwordHash: string | null;
  paymentPasswordHash: string | null;
  paymentPasswordChangedAtMs: number | null;
  invitationCode: string;
  inviterId: number | null;
  language: Generated<Language>;
  lastMode: Generated<AccountMode>;
  isDemoOpen: Generated<boolean>;
  frozenAtMs: number | null;
  lockedAtMs: number | null;
  createdAtMs: number;
  withdrawalsHeldUntilMs: Generated<number>;
  emailHeldUntilMs: Generated<number>;
  phoneHeldUntilMs: Generated<number>;
}

export interface SessionTable {
  id: Generated<number>;
  tokenHash: string;
  userId: number;
  mode: AccountMode;
  createdAtMs: number;
  lastSeenAtMs: number;
  revokedAtMs: number | null;
  revokedWhy: string | null;
  /** The first of the sessions that this one carries on; null: itself. */
  family: number | null;
  device: Generated<string>;
}

export interface VerificationCodeTable {
  id: Generated<number>;
  account: string;
  purpose: CodePurpose;
  salt: string;
  codeHash: string;
  /** Wrong ones from where it was asked for, and from everywhere else together. */
  tries: Generated<number>;
  triesElsewhere: Generated<number>;
  askedFromHash: string;
  sentAtMs: number;
  expiresAtMs: number;
  usedAtMs: number | null;
}

export interface PuzzleTable {
  id: string;
  purpose: PuzzlePurpose;
  x: number;
  ipPrefix: string;
  expiresAtMs: number;
  triedAtMs: number | null;
  tokenHash: string | null;
  tokenExpiresAtMs: number | null;
  tokenUsedAtMs: number | null;
  workBits: Generated<number>;
}

export interface ThrottleTable {
  key: string;
  count: number;
  lastAtMs: number;
  blockedUntilMs: number;
}

export interface StepUpTryTable {
  family: number;
  purpose: string;
  wrong: number;
  lastAtMs: number;
  lockedUntilMs: number;
}

export interface OwedNoticeTable {
  id: Generated<number>;
  userId: number;
  channel: 'email' | 'phone';
  target: string;
  title: string;
  body: string;
  owedAtMs: number;
  tries: Generated<number>;
  nextTryAtMs: number;
}

export interface OneTimeCodeTable {
  userId: number;
  sealed: Buffer;
  madeAtMs: number;
  onFromMs: number | null;
  lastStep: Generated<number>;
}

export interface RecoveryCodeTable {
  userId: number;
  codeHash: string;
  usedAtMs: number | null;
}

export interface SignInTable {
  id: Generated<number>;
  userId: number;
  atMs: number;
  way: 'password' | 'wallet' | 'registration' | null;
  device: string;
  network: string;
}

export interface WalletTextTable {
  nonce: string;
  address: string;
  purpose: string;
  userId: number | null;
  ipPrefix: string;
  text: string;
  expiresAtMs: number;
  usedAtMs: number | null;
}
