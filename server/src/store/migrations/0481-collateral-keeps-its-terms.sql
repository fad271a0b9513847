-- What lies locked for a loan keeps the loan, the asset, the market and the weight that it was taken with: more of it may come, and where it is watched moves.
revoke update on loan_collateral from tessera_app;
grant update (amount, watch_below, watch_above) on loan_collateral to tessera_app;
