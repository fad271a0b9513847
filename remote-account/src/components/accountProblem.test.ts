import { accountNameProblem, codeProblem, newPasswordProblem } from './accountProblem';

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
  ])('"%s" gives %s', (typed, problem) => {
    expect(accountNameProblem(typed)).toBe(problem);
  });
});

describe('new password', () => {
  it.each([
    ['', '', 'passwordMissing'],
    ['12345', '12345', 'passwordLength'],
    ['12345678901234567', '12345678901234567', 'passwordLength'],
    ['correct1', 'correct2', 'passwordsDiffer'],
    ['123456', '123456', undefined],
    ['1234567890123456', '1234567890123456', undefined],
  ])('"%s" and "%s" give %s', (password, again, problem) => {
    expect(newPasswordProblem(password, again)).toBe(problem);
  });
});

it('a code is six digits', () => {
  expect(codeProblem('12345')).toBe('codeMissing');
  expect(codeProblem('123456')).toBeUndefined();
});
