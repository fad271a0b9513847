import type { IdentityField } from '@tessera/shared/contract';

/** The words of each field, in the form and where a reviewer asks for it again. */
export const fieldLabels = {
  country: 'identity.country',
  firstName: 'identity.firstName',
  lastName: 'identity.lastName',
  idType: 'identity.idType',
  idNumber: 'identity.idNumber',
  address: 'identity.address',
  frontUploadId: 'identity.front',
  backUploadId: 'identity.back',
} as const satisfies Record<IdentityField, string>;
