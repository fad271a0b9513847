import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import texts from '@tessera/locales/en/errors.json' with { type: 'json' };
import type { AccountMode, Language } from '../../domain/contract';
import { AppError } from '../../domain/errors';
import { fakeContext } from '../../testkit';
import { renderWithTexts } from '../../testkit/renderWithTexts';
import { RemoteContextProvider } from '../react/RemoteContextProvider';
import { figureParams } from './errorSentence';
import { useErrorText } from './useErrorText';

function Sentence({ error }: { readonly error: AppError }) {
  return <p role="alert">{useErrorText()(error)}</p>;
}

async function said(error: AppError, language: Language, mode: AccountMode): Promise<string | null> {
  const context = fakeContext({ session: { isSignedIn: true, userId: 'user-1', mode, generation: 0 } });
  const { unmount } = await renderWithTexts(
    <RemoteContextProvider context={context}>
      <Sentence error={error} />
    </RemoteContextProvider>,
    language,
  );
  const text = screen.getByRole('alert').textContent;
  unmount();
  return text;
}

const tooLittle = new AppError('WALLET_BALANCE_INSUFFICIENT', { params: { available: '4837.802162', asset: 'USDT' } });

test('a refusal names amounts in the notation of its reader, and money of the demo account as demo money', async () => {
  expect(await said(tooLittle, 'de', 'demo')).toContain('Verfügbar: 4.837,802162 dUSDT.');
  expect(await said(tooLittle, 'en', 'demo')).toContain('Available: 4,837.802162 dUSDT.');
  expect(await said(tooLittle, 'de', 'real')).toContain('Verfügbar: 4.837,802162 USDT.');
});

test('prices too; counts, and what only looks like a figure, stay as they are', async () => {
  const moved = new AppError('ORDER_PRICE_MOVED', { params: { old: '1.16898', new: '1.169' } });
  expect(await said(moved, 'de', 'real')).toMatch(/1,16898.*1,169\D/);
  expect(await said(new AppError('UPLOAD_TOO_LARGE', { params: { max: '8 MB' } }), 'de', 'real')).toContain('8 MB');
  expect(await said(new AppError('REQUEST_EXCEPTION', { params: { trace: '20260801' } }), 'de', 'real')).toContain('20260801');
});

test('outside a remote there is no account, and a refusal still has its words', async () => {
  await renderWithTexts(<Sentence error={tooLittle} />, 'de');
  expect(screen.getByRole('alert')).toHaveTextContent('4.837,802162 USDT');
});

test('of every parameter in the catalogue it is known whether it is a figure', () => {
  const names = new Set([...JSON.stringify(texts).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  const words = ['asset', 'field', 'hours', 'minutes', 'network', 'seconds', 'trace', 'until'];
  expect([...names].toSorted()).toEqual([...figureParams, ...words].toSorted());
});
