-- A request for a loan that nobody decides on ends by itself, as a deposit's does: it is cancelled, and its history says why.
alter table loan_step drop constraint loan_step_step_check;
alter table loan_step add constraint loan_step_step_check check (step in
  ('requested', 'approved', 'rejected', 'cancelled', 'expired', 'paid_out', 'added', 'repaid', 'called', 'call_ended', 'overdue', 'liquidated'));
