-- The statements of the book's door are right for any number of postings with one plan each: they go by keys. A plan that is made anew for each call
-- carries the arrays of the call as constants, which are read from their start for each element: planned so, a large batch took up to three times as long.
alter function post_batch(text[], text[], text[], text[], bigint[], int[], bigint[], numeric[]) set plan_cache_mode = force_generic_plan;
alter function open_accounts(bigint[], text[], text[], text[]) set plan_cache_mode = force_generic_plan;
