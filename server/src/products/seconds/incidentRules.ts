/** What must hold between an incident's public record entry and the refunds, as questions for the invariant watch. */
import { sql } from 'kysely';
import { maxSubjects, type Ids, type InvariantRule } from '../../ledger/invariants';

/** Orders of these incidents with what came into their holder's coin account by the incident. */
const refundsOf = (ids: Ids) => sql`
  select o.incident_id, o.id, o.user_id, o.mode, o.asset, o.direction, coalesce(sum(e.amount), 0) as booked
  from seconds_order o
  left join entry e on e.journal_id = coalesce(o.correction_journal_id, o.settle_journal_id)
    and exists (select from account a where a.id = e.account_id and a.owner_id = o.user_id and a.kind = 'coin')
  where o.incident_id = any(${ids})
  group by o.id`;

export const incidentRules: readonly InvariantRule[] = [
  {
    rule: 'I12-incident-stated',
    says: "an incident's refunds are, side by side, what its entry in the public record states",
    isFatal: false,
    over: 'incident',
    find: (ids) => sql`
      with told as (
        select i.id, i.symbol, i.from_ms, i.to_ms, side.*
        from incident i
        join seconds_incident_applied applied on applied.incident_id = i.id
        join public_record p on p.kind = 'incident' and p.body::jsonb ->> 'id' = i.id::text
        cross join lateral jsonb_to_recordset(p.body::jsonb -> 'sums') side
          (mode text, asset text, side text, orders bigint, paid numeric, "returnedBefore" numeric, refunded numeric, "returnedAfter" numeric)
        where i.id = any(${ids})
      ), booked as (
        select i.id, o.mode, o.asset, o.direction as side, count(*) as orders, sum(o.stake + o.fee) as paid,
          coalesce(sum(o.returned) filter (where o.incident_id is null or o.incident_id < i.id), 0) as before,
          coalesce(sum(r.booked), 0) as refunded
        from incident i
        join seconds_order o on o.symbol_id = i.symbol and o.accepted_at_ms <= i.to_ms and o.accepted_at_ms >= i.from_ms - 86400000
          and o.expires_at_ms >= i.from_ms
        left join (${refundsOf(ids)}) r on r.id = o.id and r.incident_id = i.id
        where i.id in (select id from told) or (i.id = any(${ids}) and i.sums = '[]')
        group by i.id, o.mode, o.asset, o.direction
      )
      select 'incident ' || coalesce(told.id, booked.id) || ' ' || coalesce(told.mode, booked.mode) || ' ' || coalesce(told.side, booked.side) as subject
      from told full join booked using (id, mode, asset, side)
      where (told.orders, told.paid, told."returnedBefore", told.refunded) is distinct from (booked.orders, booked.paid, booked.before, booked.refunded)
        or told."returnedAfter" <> booked.before + booked.refunded
      union all
      select 'incident ' || i.id || ' is not in the public record as it is' from incident i
      where i.id = any(${ids}) and i.sums is not null and not exists (
        select from public_record p where p.kind = 'incident' and p.body::jsonb ->> 'id' = i.id::text and p.body::jsonb -> 'sums' = i.sums)
      limit ${maxSubjects}`,
  },
  {
    rule: 'I12-incident-person',
    says: 'each person has of an incident what is due by its contracts, and of no other product',
    isFatal: false,
    over: 'incident',
    find: (ids) => sql`
      select 'incident ' || due.incident_id || ' user ' || due.user_id || ' ' || due.mode as subject
      from (
        select i.id as incident_id, r.user_id, r.mode, r.asset, sum(r.refund) as refund
        from incident i join seconds_incident_applied applied on applied.incident_id = i.id
        cross join lateral incident_refunds(i.id, i.symbol, i.from_ms, i.to_ms) r
        where i.id = any(${ids}) group by i.id, r.user_id, r.mode, r.asset
      ) due
      left join (
        select incident_id, user_id, mode, asset, sum(booked) as booked from (${refundsOf(ids)}) found
        group by incident_id, user_id, mode, asset
      ) got using (incident_id, user_id, mode, asset)
      where due.refund <> coalesce(got.booked, 0) limit ${maxSubjects}`,
  },
];
