/**
 * The few functions over all tenants. The work role sees one tenant at a time, so they belong to the owner. They answer
 * ids only, or delete old rows.
 */
export const jobFunctions: readonly string[] = [
  `create or replace function anju_outbox_due(ms bigint, most integer) returns table (id bigint, tenant_id text, event text, row_key text) language sql stable security definer set search_path = public, pg_temp as
   $$ with recursive company as (
        (select o.tenant_id from anju_outbox o where o.done is null and o.dead is null and o.tries >= 0 order by o.tenant_id limit 1)
        union all
        select (select o.tenant_id from anju_outbox o where o.done is null and o.dead is null and o.tries >= 0 and o.tenant_id > c.tenant_id order by o.tenant_id limit 1) from company c where c.tenant_id is not null
      )
      select e.id, c.tenant_id, e.event, e.row_key from company c cross join lateral (
        select o.id, o.event, o.row_key from anju_outbox o
        where o.tenant_id = c.tenant_id and o.done is null and o.dead is null and o.tries >= 0 and (o.due is null or o.due <= to_timestamp(ms / 1000.0)) order by o.id limit most
      ) e where c.tenant_id is not null order by e.id $$`,
  `create or replace function anju_jobs_waiting() returns table (id bigint, tenant_id text, kind text) language sql stable security definer set search_path = public, pg_temp as
   $$ select j.id, j.tenant_id, j.kind from anju_job j where j.state = 'waiting' order by j.id limit 1000 $$`,
  `create or replace function anju_job_files_old(ms bigint) returns table (id bigint, tenant_id text, key text) language sql stable security definer set search_path = public, pg_temp as
   $$ select j.id, j.tenant_id, j.answer->>'key' from anju_job j where j.answer->>'key' is not null and j.finished < to_timestamp(ms / 1000.0) - interval '7 days' limit 1000 $$`,
  `create or replace function anju_tidy(ms bigint) returns void language sql volatile security definer set search_path = public, pg_temp as
   $$ with days(now) as (values (to_timestamp(ms / 1000.0))),
        a as (delete from anju_idempotency using days where at < now - interval '7 days'),
        b as (delete from anju_draft using days where updated < now - interval '30 days'),
        c as (delete from anju_captcha using days where until < now),
        d as (delete from anju_ticket using days where until < now),
        k as (delete from anju_attempt using days where last < now - interval '1 day'),
        e as (delete from anju_outbox using days where done < now - interval '7 days'),
        f as (delete from anju_import_row r using days, anju_import i where i.id = r.batch and i.created < now - interval '8 days'),
        l as (update anju_import set sheets = null from days where sheets is not null and created < now - interval '8 days'),
        g as (delete from anju_job using days where created < now - interval '30 days'),
        h as (delete from anju_session using days where until < now - interval '30 days'),
        n as (delete from anju_link_act using days where at < now - interval '400 days'),
        m as (delete from anju_link using days where until < now - interval '30 days')
      select $$`,
];
