-- The credit score is the sum of facts that are kept elsewhere (docs/credit.md): read with each answer, never stored.
alter table app_user drop column credit_score;

-- Its facts of one person among what operators did.
create index audit_of_locks on audit (subject, at_ms) where action = 'user.lock';
