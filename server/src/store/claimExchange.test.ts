import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { useTestDatabase } from '../../test/testDatabase';
import { claimExchange } from './claimExchange';

const database = useTestDatabase();

test('what a database was begun as it stays, for the settings and for the server itself', async () => {
  const { db } = database;
  await claimExchange(db, 'practice');
  await claimExchange(db, 'practice');
  await expect(claimExchange(db, 'real')).rejects.toThrow(/belongs to a practice exchange: .* must not become real/);
  await expect(sql`update installation set exchange = 'real'`.execute(db)).rejects.toThrow();
});
