import { emptyRegisterForm, registerProblem, type RegisterForm } from './registerProblem';

const isRestricted = (country: string) => country === 'CU';
const valid: RegisterForm = {
  ...emptyRegisterForm,
  email: 'anna@example.com',
  country: 'DE',
  password: 'mosaic7',
  passwordAgain: 'mosaic7',
  acceptsAgreement: true,
};

describe('registration', () => {
  it('a complete form has no problem', () => {
    expect(registerProblem(valid, isRestricted)).toBeUndefined();
  });
  it.each([
    [{ email: '' }, 'accountMissing'],
    [{ email: 'anna' }, 'emailInvalid'],
    [{ kind: 'phone' as const, phone: '123456' }, 'areaCodeMissing'],
    [{ kind: 'phone' as const, areaCode: '49', phone: '12345' }, 'phoneTooShort'],
    [{ country: '' }, 'countryMissing'],
    [{ country: 'CU' }, 'countryRestricted'],
    [{ password: '12345', passwordAgain: '12345' }, 'passwordLength'],
    [{ passwordAgain: 'mosaic8' }, 'passwordsDiffer'],
    [{ acceptsAgreement: false }, 'agreementMissing'],
  ])('%j gives %s', (change, problem) => {
    expect(registerProblem({ ...valid, ...change }, isRestricted)).toBe(problem);
  });
});
