import { sql } from 'kysely';

/** Rows of terms that are in force at a version. */
export const inForce = (version: number) =>
  sql<boolean>`since_version <= ${version} and (until_version is null or until_version > ${version})`;
