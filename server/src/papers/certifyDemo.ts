/** The login that is shown to newcomers is certified, so that whoever looks around can try everything. Nobody has looked at papers for it. */
import { readCertification, type IdentityRequest } from './certification';
import { numberText } from './documentNumber';
import { sealDetails } from './sealedDetails';
import type { Tx } from '../store/database';
import type { PapersParts } from './Papers';

const isFree = (request: IdentityRequest | undefined): boolean => request === undefined || request.status === 'rejected';
const person = { country: 'CH', firstName: 'Demo', lastName: 'Login', idType: 'passport' } as const;

/** What is certified or under review stays. */
export async function certifyDemo(
  { box, hashNumber }: Pick<PapersParts, 'box' | 'hashNumber'>,
  tx: Tx,
  userId: number,
  nowMs: number,
): Promise<void> {
  const { primary, advanced } = await readCertification(tx, userId);
  const decided = { userId, status: 'certified', askedAtMs: nowMs, decidedAtMs: nowMs } as const;
  if (isFree(primary)) {
    const idNumber = `DEMO${userId}`;
    const sealed = await sealDetails(box, userId, { idNumber, address: '' });
    const numberHash = await hashNumber(numberText(person.country, idNumber));
    await tx
      .insertInto('identityRequest')
      .values({ ...decided, step: 'primary', ...person, sealed, numberHash })
      .execute();
  }
  if (isFree(advanced))
    await tx
      .insertInto('identityRequest')
      .values({ ...decided, step: 'advanced' })
      .execute();
}
