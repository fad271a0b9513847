/** The asset that funds trading in both modes. In demo mode it is a play unit and is shown as dUSDT. */
export const fundingAsset = 'USDT';
