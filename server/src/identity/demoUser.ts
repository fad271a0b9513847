/** The login that is shown to newcomers, in demo mode. Made once; its password is set back at each start because everybody knows it. */
import { parseAccount } from './accounts';
import { findByAccount, insertUser } from './users';
import { invariant } from '@tessera/shared/errors';
import type { IdentityParts } from './IdentityParts';

export const demoLogin = { account: 'demo@tessera.example', password: 'mosaic-in-tiles' } as const;
/** Of no restricted region, and nobody's. */
const demoCountry = 'CH';

export async function seedDemoUser(
  { db, random, passwords, openDemoAccount, messages }: IdentityParts,
  nowMs: number,
): Promise<typeof demoLogin> {
  const account = parseAccount(demoLogin.account);
  invariant(account !== undefined, 'the demo login is an account');
  const known = await findByAccount(db, account);
  if (known !== undefined) {
    if (!(await passwords.verify(known.passwordHash, demoLogin.password))) {
      await db
        .updateTable('appUser')
        .set({ passwordHash: await passwords.hash(demoLogin.password) })
        .where('id', '=', known.id)
        .execute();
    }
    return demoLogin;
  }
  const passwordHash = await passwords.hash(demoLogin.password);
  await db.transaction().execute(async (tx) => {
    const user = await insertUser(tx, random, {
      account,
      country: demoCountry,
      passwordHash,
      inviterId: null,
      language: 'en',
      nowMs,
    });
    await tx.updateTable('appUser').set({ isDemoOpen: true, lastMode: 'demo' }).where('id', '=', user.id).execute();
    await openDemoAccount(tx, user.id, nowMs);
    await messages.send(tx, { userId: user.id, kind: 'welcome', nowMs });
  });
  return demoLogin;
}
