/**
 * The server and who acts for operators log in as their roles themselves. Anyone who logs in as the owner and only takes a role on could lay it
 * down again (`set role none`), and with it the bounds that keep terms, seeds and decided prices as they were written.
 */
import pg from 'pg';
import type { DatabaseAddress, DatabaseRole } from './database';

const refusedLogins = ['28P01', '28000'];

/** Gives the role that login unless it has it. `secret` has letters and digits only. Answers its address. */
export async function giveLogin(owner: DatabaseAddress, role: DatabaseRole, secret: string): Promise<DatabaseAddress> {
  if (!/^\w+$/.test(secret)) throw new Error(`The password of ${role} may have letters and digits only.`);
  const address = { ...owner, user: role, password: secret };
  const mayLogIn = await loginOf(address).then(
    () => true,
    (error: { code?: string }) => {
      if (refusedLogins.includes(error.code ?? '')) return false;
      throw error;
    },
  );
  if (!mayLogIn) await ask(owner, `alter role ${role} login password '${secret}'`);
  return address;
}

/** Who is logged in there, whatever role it takes on. */
export async function loginOf(address: DatabaseAddress): Promise<string> {
  const [row] = await ask<{ login: string }>(address, 'select session_user as login');
  return row?.login ?? '';
}

/** Only the owner may write it (migration 0350). */
export async function keepClockBound(owner: DatabaseAddress, mostMs: number): Promise<void> {
  await ask(owner, `update clock_bound set most_ms = ${mostMs}`);
}

async function ask<Row extends pg.QueryResultRow>(address: DatabaseAddress, text: string): Promise<readonly Row[]> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000, application_name: 'tessera-login' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
