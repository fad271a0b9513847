import type { OperationResponse } from '@tessera/shared/operations';
import { dateTime } from '../parts/times';
import { catalogueTexts as texts } from '../texts/catalogue';

/** What an exchange opens with holds from before its first day. */
export const sinceWhen = ({ since, validFromMs }: OperationResponse<'catalogueGet'>['rows'][number]): string =>
  validFromMs === 0 ? texts.sinceOpening(since) : texts.since(since, dateTime(validFromMs));
