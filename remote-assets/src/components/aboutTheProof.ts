/** Asked again for the proof alone: it was missing or wrong. */
export const aboutTheProof: ReadonlySet<string> = new Set([
  'AUTH_STEP_UP_REQUIRED',
  'AUTH_WRONG_OLD_PASSWORD',
  'AUTH_WRONG_PAYMENT_PASSWORD',
  'AUTH_WALLET_SIGNATURE_WRONG',
  'AUTH_WRONG_ONE_TIME_CODE',
]);
