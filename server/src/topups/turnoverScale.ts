/** Digits of a condition, which is in USDT. */
export const turnoverScale = 2;
