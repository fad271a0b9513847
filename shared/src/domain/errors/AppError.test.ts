import { AppError } from './AppError';

/** The same class as another bundle carries it. */
class AppErrorOfTheHost extends Error {
  override readonly name = 'AppError';
  readonly code = 'AUTH_WRONG_CREDENTIALS';
}

describe('an error across bundles', () => {
  it('made by another copy of the class: still an AppError', () => {
    expect(new AppErrorOfTheHost() instanceof AppError).toBe(true);
  });
  it('any other error or value: not an AppError', () => {
    expect(new Error('AppError') instanceof AppError).toBe(false);
    expect(Object.assign(new Error('x'), { name: 'AppError' }) instanceof AppError).toBe(false);
    expect({ name: 'AppError', code: 'PLEASE_RETRY' } instanceof AppError).toBe(false);
  });
});
