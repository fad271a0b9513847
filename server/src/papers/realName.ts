/**
 * A person applies to be certified. What he says is frozen in a row and in the review that is opened with it, in one transaction; from
 * then on until somebody has decided, he applies for nothing else. After a rejection he gives anew what he was asked for, and what he
 * leaves out stays as he said it before.
 */
import type { EndpointRequest, IdentityField, IdType } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { Insertable } from 'kysely';
import type { Handler } from '../http/handler';
import { holdSession } from '../identity/holdPerson';
import { judgeCountry } from '../identity/judgeCountry';
import { countOf, createThrottle, throttleRules } from '../identity/throttle';
import type { Tx } from '../store/database';
import { readCertification, type IdentityRequest } from './certification';
import { maskAddress, maskNumber, numberText, plainNumber } from './documentNumber';
import { namesRestricted } from './namesRestricted';
import { refOf } from './requestRef';
import { openDetails, sealDetails } from './sealedDetails';
import type { PapersParts } from './Papers';
import type { IdentityRequestTable } from './tables';

type Asked = EndpointRequest<'realName'>;
type Row = Insertable<IdentityRequestTable>;

/** What is no letter to anybody but steers a terminal. Some writings need joiners, and an address has lines. */
const unreadable = /(?![\n\r\u200c\u200d])\p{C}/u;
const numberLength = { min: 4, max: 40 } as const;

export function realName(parts: PapersParts): Handler<'realName'> {
  const { db, reviews } = parts;
  const throttle = createThrottle(parts);
  return async ({ user, request, nowMs }) => {
    const attempt = await throttle.attempt(countOf(throttleRules.identityByUser, user.userId));
    try {
      await db.transaction().execute(async (tx) => {
        const { id: userId } = await holdSession(tx, user, nowMs);
        const { primary, advanced } = await readCertification(tx, userId);
        const before = request.step === 'primary' ? primary : advanced;
        if (before !== undefined && before.status !== 'rejected') throw new AppError('IDENTITY_ALREADY_APPLIED');
        if (request.step === 'advanced' && primary?.status !== 'certified') throw new AppError('IDENTITY_REQUIRED');
        const apply = request.step === 'primary' ? applyPrimary : applyAdvanced;
        const { requestId, terms } = await apply(parts, tx, { userId, asked: request, before, nowMs });
        await reviews.open(tx, { kind: `identity_${request.step}`, ref: refOf(requestId), userId, terms, nowMs });
      });
    } catch (refusal) {
      // Only the numbers of others may not be tried out.
      if (!(refusal instanceof AppError) || refusal.code !== 'IDENTITY_NUMBER_TAKEN') await attempt.succeeded();
      throw refusal;
    }
    await attempt.succeeded();
    return {};
  };
}

interface Application {
  readonly userId: number;
  readonly asked: Asked;
  /** The one that was refused. */
  readonly before: IdentityRequest | undefined;
  readonly nowMs: number;
}
interface Applied {
  readonly requestId: number;
  readonly terms: Readonly<Record<string, unknown>>;
}

async function applyPrimary({ box, hashNumber }: PapersParts, tx: Tx, application: Application): Promise<Applied> {
  const { userId, asked, before, nowMs } = application;
  const said = before?.sealed == null ? undefined : await openDetails(box, userId, before.sealed);
  const country = given(application, 'country', before?.country);
  const firstName = judgeName('firstName', given(application, 'firstName', before?.firstName));
  const lastName = judgeName('lastName', given(application, 'lastName', before?.lastName));
  const idType = given(application, 'idType', before?.idType) as IdType;
  const idNumber = judgeNumber(given(application, 'idNumber', said?.idNumber));
  const isAddressAsked = before?.redo.includes('address') === true;
  const address = isAddressAsked ? given(application, 'address', '') : (asked.address?.trim() ?? said?.address ?? '');
  judgeCountry(country);
  if (unreadable.test(address)) throw new AppError('PARAMETER_WRONG', { params: { field: 'address' } });
  if (namesRestricted(address, country)) throw new AppError('AUTH_REGION_RESTRICTED');
  const numberHash = await hashNumber(numberText(country, idNumber));
  const holder = await tx
    .selectFrom('identityRequest')
    .select('id')
    .where('numberHash', '=', numberHash)
    .where('status', '=', 'certified')
    .executeTakeFirst();
  if (holder !== undefined) throw new AppError('IDENTITY_NUMBER_TAKEN');
  const sealed = await sealDetails(box, userId, { idNumber, address });
  const shown = { country, firstName, lastName, idType };
  const row = { userId, step: 'primary', ...shown, sealed, numberHash, askedAtMs: nowMs } as const;
  const terms = { ...shown, idNumber: maskNumber(idNumber), address: address === '' ? null : maskAddress(address) };
  return { requestId: await insertRequest(tx, row), terms };
}

async function applyAdvanced({ uploads }: PapersParts, tx: Tx, application: Application): Promise<Applied> {
  const { userId, before, nowMs } = application;
  const frontUploadId = given(application, 'frontUploadId', before?.frontUploadId);
  const backUploadId = given(application, 'backUploadId', before?.backUploadId);
  if (frontUploadId === backUploadId) throw new AppError('UPLOAD_EXISTS');
  const requestId = await insertRequest(tx, { userId, step: 'advanced', frontUploadId, backUploadId, askedAtMs: nowMs });
  // A side that was good is bound already.
  const isKept = (side: 'frontUploadId' | 'backUploadId', id: string) => before?.[side] === id && !before.redo.includes(side);
  const ids = [
    ...(isKept('frontUploadId', frontUploadId) ? [] : [frontUploadId]),
    ...(isKept('backUploadId', backUploadId) ? [] : [backUploadId]),
  ];
  if (ids.length > 0) await uploads.claim(tx, { userId, ids, purpose: 'paper', usedBy: refOf(requestId), nowMs });
  return { requestId, terms: { frontUploadId, backUploadId } };
}

/** What was said, or is kept from before. Throws PARAMETER_MISSING. */
function given({ asked, before }: Application, field: IdentityField, kept: string | null | undefined): string {
  const said = asked[field]?.trim() ?? '';
  const known = before === undefined || before.redo.includes(field) ? undefined : kept;
  const text = said === '' ? (known ?? '') : said;
  if (text === '') throw new AppError('PARAMETER_MISSING', { params: { field } });
  return text;
}

function judgeName(field: 'firstName' | 'lastName', text: string): string {
  if (!/\p{L}/u.test(text) || /[\p{C}<>]/u.test(text)) throw new AppError('PARAMETER_WRONG', { params: { field } });
  return text;
}

function judgeNumber(text: string): string {
  const { length } = plainNumber(text);
  if (length < numberLength.min || length > numberLength.max || /[\p{C}<>]/u.test(text))
    throw new AppError('PARAMETER_WRONG', { params: { field: 'idNumber' } });
  return text;
}

async function insertRequest(tx: Tx, row: Row): Promise<number> {
  const { id } = await tx.insertInto('identityRequest').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}
