/**
 * Passwords: argon2id, at most two at a time. One check costs some ten milliseconds of a core, so without the bound a
 * flood of sign-ins would stop everything else; anyone who finds the queue full is asked to try again.
 */
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@tessera/shared/errors';
import { passwordLength } from '@tessera/shared/contract';
import { commonPasswords } from './commonPasswords';

/** The library's number for it; its enum exists at compile time only. */
const argon2id = 2;
/** What one hash costs: memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** 19 MiB, two passes: the recommended minimum, and about 60 sign-ins a second on two cores. */
const recommendedCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
const atOnce = 2;
const waitingAtMost = 60;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Against an absent hash it does the same work and answers false, so that time tells nothing. */
  verify(hashed: string | undefined | null, password: string): Promise<boolean>;
  /** True when the hash was made at another cost than today's: the next right password replaces it. */
  isOutdated(hashed: string): boolean;
}

export function createPasswords({ memoryCost, timeCost }: PasswordCost = recommendedCost): Passwords {
  const cost = { algorithm: argon2id, memoryCost, timeCost, parallelism: 1 };
  let running = 0;
  const waiting: (() => void)[] = [];
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw new AppError('PLEASE_RETRY', { isRetryable: true });
      await new Promise<void>((go) => waiting.push(go));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The place is handed on, not given back, so that nobody overtakes.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }
  let nobody: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async verify(hashed, password) {
      nobody ??= hash('nobody has this password', cost);
      const against = hashed ?? (await nobody);
      const matches = await inTurn(() => verify(against, password));
      return matches && hashed !== undefined && hashed !== null;
    },
    isOutdated: (hashed) => !hashed.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${cost.parallelism}$`),
  };
}

/** The rules for a new password. `account` because a password that repeats it is the first guess. */
export function judgeNewPassword(password: string, again: string, account: string): void {
  const length = [...password].length;
  if (length < passwordLength.min || length > passwordLength.max) throw new AppError('AUTH_PASSWORD_LENGTH');
  if (password !== again) throw new AppError('AUTH_PASSWORDS_DIFFER');
  const plain = password.toLowerCase();
  const name = account.toLowerCase().split('@')[0] ?? '';
  if (commonPasswords.has(plain) || plain === name || plain === account.toLowerCase() || plain === account.replace('+', '')) {
    throw new AppError('AUTH_PASSWORD_TOO_COMMON');
  }
}
