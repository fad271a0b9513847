-- The credit score is the sum of facts that are kept elsewhere (docs/credit.md): read with each answer, never stored. The column
-- app_user.credit_score says 100 of everybody and is read by nothing; it goes with a later release, because processes of the one before
-- answer from it while both run.

-- Its facts of one person among what operators did.
create index audit_of_locks on audit (subject, at_ms) where action = 'user.lock';
