import { expect, test } from '@jest/globals';
import { AppError } from '@tessera/shared/errors';
import { createI18n } from '@tessera/shared/i18n';
import { BehaviorSubject } from '@tessera/shared/kernel';
import { createFakeSession } from '@tessera/shared/testing';
import { createConfirm } from '../frame/createConfirm';
import { createToasts } from '../frame/createToasts';
import { createDialogs } from './createDialogs';

test('the note of a refusal speaks as pages do: in the notation of its reader, of the account that is used', async () => {
  const { i18n, ready } = createI18n({ language: 'de', namespaces: {} });
  await ready;
  const toasts = createToasts(new BehaviorSubject(true));
  const { state } = createFakeSession();
  const dialogs = createDialogs({ toasts, confirm: createConfirm(), i18n, session: state });
  dialogs.toastError(new AppError('WALLET_BALANCE_INSUFFICIENT', { params: { available: '4837.8', asset: 'USDT' } }));
  expect(toasts.shown.value.map(({ text }) => text)).toEqual([expect.stringContaining('4.837,8 dUSDT')]);
});
