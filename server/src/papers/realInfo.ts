/** How the person's verification stands, as he sees it himself: of what is sealed only the end of the number and the beginning of the address. */
import type { EndpointResponse } from '@tessera/shared/contract';
import type { Handler } from '../http/handler';
import { rowId } from '../store/rowId';
import { readCertification, statusOf, type Certification } from './certification';
import { maskAddress, maskNumber } from './documentNumber';
import { openDetails } from './sealedDetails';
import type { PapersParts } from './Papers';

export const realInfo =
  ({ db, catalog, box }: Pick<PapersParts, 'db' | 'catalog' | 'box'>): Handler<'realInfo'> =>
  async ({ user }) => {
    const userId = rowId(user.userId);
    const certification = await readCertification(db, userId);
    const { primary, advanced } = certification;
    const details = primary?.sealed == null ? undefined : await openDetails(box, userId, primary.sealed);
    const last = advanced ?? primary;
    return {
      primary: statusOf(primary),
      advanced: statusOf(advanced),
      needs: { trade: catalog.identityNeed('trade'), withdraw: catalog.identityNeed('withdraw') },
      rejection: rejectionOf(certification),
      firstName: primary?.firstName ?? null,
      lastName: primary?.lastName ?? null,
      country: primary?.country ?? null,
      idType: primary?.idType ?? null,
      idNumberMasked: details === undefined ? null : maskNumber(details.idNumber),
      addressMasked: details === undefined || details.address === '' ? null : maskAddress(details.address),
      askedAtMs: last?.askedAtMs ?? null,
      decidedAtMs: last?.decidedAtMs ?? null,
    };
  };

/** Of the first step that was refused: nothing comes before it. */
function rejectionOf({ primary, advanced }: Certification): EndpointResponse<'realInfo'>['rejection'] {
  const refused = [primary, advanced].find((request) => request?.status === 'rejected');
  return refused === undefined ? null : { step: refused.step, reason: refused.reason ?? '', fields: refused.redo };
}
