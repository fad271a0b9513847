/** Where a gateway calls us, below the origin where people open the app. */
export const callbackRoute = '/gateway/callback';
export const callbackUrlOf = (origin: string): string => `${origin}/api${callbackRoute}`;
export const returnUrlOf = (origin: string, topUp: string): string => `${origin}/h5/#/pages/assets/topupOrder?id=${topUp}`;
