/** How a person's verification stands: of each step the application that counts, which is the last one. */
import { sql, type Selectable } from 'kysely';
import type { EndpointResponse, IdentityAct, IdentityLevel, IdentityStatus, IdentityStep } from '@tessera/shared/contract';
import { identityActs } from '@tessera/shared/contract';
import type { Catalog } from '../catalog/Catalog';
import type { Db, Tx } from '../store/database';
import type { IdentityRequestTable } from './tables';

export type IdentityRequest = Selectable<IdentityRequestTable>;
export type Certification = { readonly [Step in IdentityStep]: IdentityRequest | undefined };

export async function readCertification(db: Db | Tx, userId: number): Promise<Certification> {
  const { rows } = await sql<IdentityRequest>`
    select distinct on (step) * from identity_request where user_id = ${userId} order by step, id desc`.execute(db);
  const last = (step: IdentityStep) => rows.find((row) => row.step === step);
  return { primary: last('primary'), advanced: last('advanced') };
}

/** What was refused is not certified; why is told beside. */
export const statusOf = (request: IdentityRequest | undefined): IdentityStatus =>
  request === undefined || request.status === 'rejected' ? 'not_certified' : request.status;

/** The step that is missing for an act: the first of those that it needs. */
export function missingFor({ primary, advanced }: Certification, level: IdentityLevel): IdentityStep | undefined {
  if (level === 'none') return undefined;
  if (primary?.status !== 'certified') return 'primary';
  return level === 'advanced' && advanced?.status !== 'certified' ? 'advanced' : undefined;
}

type Shown = Pick<EndpointResponse<'userInfo'>, 'primary' | 'advanced' | 'needsIdentity'>;

/** For the person's own page. */
export function showCertification(certification: Certification, catalog: Pick<Catalog, 'identityNeed'>): Shown {
  const lacking = identityActs
    .map((act): [IdentityAct, IdentityStep | undefined, IdentityLevel] => {
      const level = catalog.identityNeed(act);
      return [act, missingFor(certification, level), level];
    })
    .filter(([, missing]) => missing !== undefined)
    .map(([act, , level]) => [act, level]);
  return {
    primary: statusOf(certification.primary),
    advanced: statusOf(certification.advanced),
    ...(lacking.length === 0 ? {} : { needsIdentity: Object.fromEntries(lacking) as Shown['needsIdentity'] }),
  };
}
