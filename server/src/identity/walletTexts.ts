/**
 * Texts that a wallet signs (EIP-4361). The server writes each and keeps it: what comes back is a nonce and a signature, so that nothing
 * of the text is read from a stranger. One is good for five minutes, once, for one purpose and one address, from the neighbourhood that
 * asked for it. The standard's texts are ASCII and English; the app says in the person's language what is signed.
 */
import { AppError } from '@tessera/shared/errors';
import { ipPrefix } from './ipPrefix';
import { checksummed, isSignedBy } from './walletSignature';
import type { EndpointResponse, WalletPurpose } from '@tessera/shared/contract';
import type { Random } from '../platform/random';
import type { Db } from '../store/database';

const lifeMs = 300_000;
/** Ethereum's main network. A signature costs nothing on any; one network keeps texts of others from being shown here. */
const chainId = 1;

const statements: Readonly<Record<WalletPurpose, string>> = {
  sign_in: 'Log in to Tessera. If this wallet has no account there, you are asked for your country and your agreement first.',
  login_password: 'Confirm a change of the login password of your account at Tessera.',
  payment_password: 'Confirm a change of the payment password of your account at Tessera.',
  email: 'Confirm a change of the e-mail address of your account at Tessera.',
  phone: 'Confirm a change of the phone number of your account at Tessera.',
  one_time_codes: 'Confirm a change of the authenticator codes of your account at Tessera.',
  limits: 'Confirm a change of the limits of your account at Tessera.',
  payee: 'Confirm an address or a card that money of your account at Tessera may go to.',
  withdrawal: 'Confirm a withdrawal from your account at Tessera.',
  treasure: 'Confirm an Interest Treasure deposit of your account at Tessera, or leaving one early.',
  project: 'Confirm that money of your account at Tessera goes into a project.',
  loan: 'Confirm a loan to your account at Tessera.',
};

interface TextOf {
  readonly purpose: WalletPurpose;
  /** Who asks with a session; undefined to sign in. */
  readonly userId: number | undefined;
  readonly ip: string;
  readonly nowMs: number;
}

export interface WalletTexts {
  /** Throws AUTH_ACCOUNT_INVALID when the address is none or its checksum is wrong. */
  make(wanted: TextOf & { readonly address: string; readonly origin: string }): Promise<EndpointResponse<'addressText'>>;
  /** Uses it up. undefined: there is none like it, it is too old, or it was used. */
  take(of: TextOf & { readonly nonce: string }): Promise<{ readonly address: string; readonly text: string } | undefined>;
  /** The call that used it needs more of the person, who need not sign again for that. */
  giveBack(nonce: string): Promise<void>;
  /** Uses it up. Is it signed by this address? */
  isSigned(of: TextOf & { readonly nonce: string; readonly signature: string; readonly address: string }): Promise<boolean>;
}

export function createWalletTexts({ db, random }: { readonly db: Db; readonly random: Random }): WalletTexts {
  const texts: WalletTexts = {
    async make({ purpose, address: typed, userId, origin, ip, nowMs }) {
      const address = await checksummed(typed);
      if (address === undefined) throw new AppError('AUTH_ACCOUNT_INVALID');
      const nonce = random.bytes(16).toString('hex');
      const expiresAtMs = nowMs + lifeMs;
      const text = [
        `${new URL(origin).host} wants you to sign in with your Ethereum account:`,
        address,
        '',
        statements[purpose],
        '',
        `URI: ${origin}/h5/`,
        'Version: 1',
        `Chain ID: ${chainId}`,
        `Nonce: ${nonce}`,
        `Issued At: ${new Date(nowMs).toISOString()}`,
        `Expiration Time: ${new Date(expiresAtMs).toISOString()}`,
      ].join('\n');
      await db
        .insertInto('walletText')
        .values({
          nonce,
          address: address.toLowerCase(),
          purpose,
          userId: userId ?? null,
          ipPrefix: ipPrefix(ip),
          text,
          expiresAtMs,
          usedAtMs: null,
        })
        .execute();
      return { nonce, text, address, chainId, expiresAtMs };
    },

    async take({ nonce, purpose, userId, ip, nowMs }) {
      return db
        .updateTable('walletText')
        .set({ usedAtMs: nowMs })
        .where('nonce', '=', nonce)
        .where('purpose', '=', purpose)
        .where('userId', userId === undefined ? 'is' : '=', userId ?? null)
        .where('ipPrefix', '=', ipPrefix(ip))
        .where('usedAtMs', 'is', null)
        .where('expiresAtMs', '>', nowMs)
        .returning(['address', 'text'])
        .executeTakeFirst();
    },

    async giveBack(nonce) {
      await db.updateTable('walletText').set({ usedAtMs: null }).where('nonce', '=', nonce).execute();
    },

    async isSigned({ signature, address, ...of }) {
      const taken = await texts.take(of);
      return taken !== undefined && taken.address === address && (await isSignedBy(address, taken.text, signature));
    },
  };
  return texts;
}
