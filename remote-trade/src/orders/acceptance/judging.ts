/** The code that judges receipts, fetched when it is wanted for the first time. */
export const judging = () => import(/* webpackChunkName: "judging" */ './judgeAcceptance');
