/** The form of the first step and its rules. After a rejection what was said before stands in it, and what was refused is asked for anew. */
import type { EndpointRequest, EndpointResponse, IdentityField, IdType } from '@tessera/shared/contract';
import type { AccountProblem } from '../../components/account/accountProblem';

type RealInfo = EndpointResponse<'realInfo'>;
type Field = Exclude<IdentityField, 'frontUploadId' | 'backUploadId'>;
export type PrimaryForm = Readonly<Record<Field, string>>;

const numberMin = 4;

/** The number and the address are not shown again: left empty, they stay as they were. */
export const startOfPrimary = ({ country, firstName, lastName, idType }: RealInfo): PrimaryForm => ({
  country: country ?? '',
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  idType: idType ?? '',
  idNumber: '',
  address: '',
});

/** Asked for anew, and not changed yet. */
export const isToRedo = (info: RealInfo, form: PrimaryForm, field: Field): boolean =>
  info.rejection?.step === 'primary' && info.rejection.fields.includes(field) && form[field] === startOfPrimary(info)[field];

/** What stays when the field is left empty; undefined where it may not be. */
export function keptOf(info: RealInfo, field: 'idNumber' | 'address'): string | undefined {
  if (info.rejection?.step !== 'primary' || info.rejection.fields.includes(field)) return undefined;
  return (field === 'idNumber' ? info.idNumberMasked : info.addressMasked) ?? undefined;
}

export function primaryProblems(
  form: PrimaryForm,
  info: RealInfo,
  isRestricted: (country: string) => boolean,
): Partial<Record<Field, AccountProblem | undefined>> {
  const isEmpty = (field: Field) => form[field].trim() === '';
  const isAddressAsked = info.rejection?.step === 'primary' && info.rejection.fields.includes('address');
  return {
    country: isEmpty('country') ? 'countryMissing' : isRestricted(form.country) ? 'countryRestricted' : undefined,
    firstName: isEmpty('firstName') ? 'firstNameMissing' : undefined,
    lastName: isEmpty('lastName') ? 'lastNameMissing' : undefined,
    idType: isEmpty('idType') ? 'idTypeMissing' : undefined,
    idNumber: isEmpty('idNumber')
      ? keptOf(info, 'idNumber') === undefined
        ? 'idNumberMissing'
        : undefined
      : form.idNumber.replaceAll(/[^\p{L}\p{N}]/gu, '').length < numberMin
        ? 'idNumberShort'
        : undefined,
    address: isAddressAsked && isEmpty('address') ? 'addressMissing' : undefined,
  };
}

export function toRequest(form: PrimaryForm): EndpointRequest<'realName'> {
  const { country, idType, ...texts } = form;
  const said = Object.entries(texts).flatMap(([field, text]) => (text.trim() === '' ? [] : [[field, text.trim()] as const]));
  return { step: 'primary', country, idType: idType as IdType, ...Object.fromEntries(said) };
}
