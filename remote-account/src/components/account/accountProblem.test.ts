import { accountNameProblem, codeProblem, newPasswordProblems } from './accountProblem';

describe('account name', () => {
  it.each([
    ['', 'accountMissing'],
    ['   ', 'accountMissing'],
    ['anna@', 'emailInvalid'],
    ['anna@example', 'emailInvalid'],
    ['anna', 'emailInvalid'],
    ['12345', 'phoneTooShort'],
    ['123456', undefined],
    ['+49 (151) 234-567', undefined],
    ['anna@example.com', undefined],
    ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', undefined],
    ['0xf39Fd6', 'emailInvalid'],
  ])('"%s" gives %s', (typed, problem) => {
    expect(accountNameProblem(typed)).toBe(problem);
  });
});

describe('new password', () => {
  it.each([
    ['', '', { password: 'passwordMissing' }],
    ['12345', '12345', { password: 'passwordLength' }],
    ['12345678901234567', '12345678901234567', { password: 'passwordLength' }],
    ['correct1', 'correct2', { passwordAgain: 'passwordsDiffer' }],
    ['123456', '123456', {}],
    ['1234567890123456', '1234567890123456', {}],
  ])('"%s" and "%s" give %j', (password, again, problems) => {
    expect(newPasswordProblems(password, again)).toEqual(problems);
  });
});

it('a code is six digits', () => {
  expect(codeProblem('12345')).toBe('codeMissing');
  expect(codeProblem('123456')).toBeUndefined();
});
