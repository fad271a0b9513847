import { emptyRegisterForm, registerProblems, type PasswordKind, type RegisterForm } from './registerProblems';

const isRestricted = (country: string) => country === 'CU';
const valid: RegisterForm & { readonly kind: PasswordKind } = {
  ...emptyRegisterForm,
  kind: 'email',
  email: 'anna@example.com',
  country: 'DE',
  password: 'mosaic7',
  passwordAgain: 'mosaic7',
  acceptsAgreement: true,
};
const home = { kind: 'phone', phoneCountry: '', phone: '079 123 45 67' } as const;

describe('registration', () => {
  it('a complete form has no problem', () => {
    for (const form of [valid, { ...valid, ...home, phoneCountry: 'CH' }, { ...valid, ...home, phone: '0041791234567' }])
      expect(registerProblems(form.kind, form, isRestricted)).toEqual({});
  });
  it.each([
    [{ email: '' }, 'email', 'accountMissing'],
    [{ email: 'anna' }, 'email', 'emailInvalid'],
    [home, 'phoneCountry', 'areaCodeMissing'],
    [{ ...home, phoneCountry: 'CH', phone: '12345' }, 'phone', 'phoneTooShort'],
    [{ country: '' }, 'country', 'countryMissing'],
    [{ country: 'CU' }, 'country', 'countryRestricted'],
    [{ password: '12345', passwordAgain: '12345' }, 'password', 'passwordLength'],
    [{ passwordAgain: 'mosaic8' }, 'passwordAgain', 'passwordsDiffer'],
    [{ acceptsAgreement: false }, 'acceptsAgreement', 'agreementMissing'],
  ])('%j: %s says %s', (change, field, problem) => {
    const form = { ...valid, ...change };
    expect(registerProblems(form.kind, form, isRestricted)).toEqual({ [field]: problem });
  });
});
