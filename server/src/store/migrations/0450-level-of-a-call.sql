-- The price or share at which what comes next comes is "level"; also in what was written before that was so.
update user_message set params = params - 'at' || jsonb_build_object('level', replace(params->>'at', '-', '/'))
where kind in ('loan_called', 'loan_call_ended') and params ? 'at';
