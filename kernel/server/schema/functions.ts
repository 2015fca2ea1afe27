/** Functions that the product's SQL stands on; replaced at every migration, so they may grow. */
export const functions: readonly string[] = [
  // The pairs of letters of a text: an index over them finds any part of two letters or more, Chinese too. Ten digits make a hundred pairs, and
  // each stands in every tenth number; so four digits that follow each other are a part of their own, which makes numbers a hundred times quicker to find.
  // A part may be named twice. Two cuts through the text, one from the first letter and one from the second, take a ninth of the time
  // of an aggregate over its letters; in plpgsql, because only a function that is not inlined can be marked as leaking nothing.
  String.raw`create or replace function search_parts(t text) returns text[] language plpgsql immutable strict parallel safe as
   $$ declare l text := lower(t); n integer := length(l); p text; r text; begin
      p := regexp_replace(left(l, n / 2 * 2), '(..)', E'\\1\x1f', 'g') || regexp_replace(substr(l, 2, (n - 1) / 2 * 2), '(..)', E'\\1\x1f', 'g');
      if l ~ '[0-9]{4}' then
        foreach r in array regexp_split_to_array(l, '[^0-9]+') loop
          for i in 1..length(r) - 3 loop p := p || substr(r, i, 4) || E'\x1f'; end loop;
        end loop;
      end if;
      return string_to_array(rtrim(p, E'\x1f'), E'\x1f');
      end $$`,
  // The parts by which a text is looked for. Each costs a walk through all rows that have it, so of digits that follow each other the last eight do,
  // which tell numbers apart; the letters before them and the pairs in them stand in a tenth of all rows or in every one.
  String.raw`create or replace function search_terms(t text) returns text[] language sql immutable strict parallel safe as
   $$ select array_agg(p order by p) from (
        select p from unnest(search_parts(t)) p where t !~ '[0-9]{4}' or p ~ '[^0-9a-z]'
        union select unnest(array[right(digits, 4), left(right(digits, 8), 4)]) from (select (regexp_matches(t, '[0-9]{4,}', 'g'))[1] as digits) runs) terms $$`,
  // 64-bit, ordered by time: 42 bits of milliseconds since 2020, 21 bits of a counter. The time comes from the caller's clock.
  `create or replace function next_id(ms bigint) returns bigint language sql volatile as
   $$ select ((ms - 1577836800000) << 21) | (nextval('anju_id') & 2097151) $$`,
  // Where a part of a divided table begins, as PostgreSQL writes bounds: a moment of UTC, or the smallest id of that moment.
  `create or replace function anju_span_bound(by_id boolean, span timestamp) returns text language sql immutable as
   $$ select case when by_id then ((((extract(epoch from span) * 1000)::bigint - 1577836800000) << 21))::text else quote_literal(to_char(span, 'YYYY-MM-DD HH24:MI:SS') || '+00') end $$`,
  // The next value of a number rule, one row per tenant, rule and period: two seeds or two servers never give the same.
  `create or replace function next_number(t text, r text, p text) returns bigint language sql volatile as
   $$ insert into anju_counter (tenant_id, rule, period, value) values (t, r, p, 1)
      on conflict (tenant_id, rule, period) do update set value = anju_counter.value + 1 returning value $$`,
  // The last of so many next values, all of them taken at once.
  `create or replace function next_numbers(t text, r text, p text, many bigint) returns bigint language sql volatile as
   $$ insert into anju_counter (tenant_id, rule, period, value) values (t, r, p, many)
      on conflict (tenant_id, rule, period) do update set value = anju_counter.value + many returning value $$`,
  // Refuses a transaction whose process does not own the part any more. The next owner waits for those that run already; one whose process
  // is frozen within a transaction is ended, so that nobody waits for it.
  `create or replace function anju_under_epoch(of_part text, mine bigint) returns void language plpgsql volatile as
   $$ begin
        perform set_config('idle_in_transaction_session_timeout', '4000', true), pg_advisory_xact_lock_shared(hashtextextended('anju epoch ' || of_part, 0));
        perform 1 from anju_owner o where o.part = of_part and o.epoch = mine;
        if not found then raise exception 'another process owns %', of_part using errcode = 'AJ001'; end if;
      end $$`,
  // Counts a part of the rights of a tenant on, once in a transaction and at its end: nobody waits for the counter while he holds rows that others want.
  `create or replace function rights_changed() returns trigger language plpgsql as
   $$ declare t text := ''; part text := tg_argv[0];
      begin
        if tg_argv[1] = 'tenants' then t := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end; end if;
        if current_setting('anju.rights', true) is distinct from part || ' ' || t then
          insert into anju_rights as r (tenant_id, version, parts) values (t, 1, jsonb_build_object(part, 1))
            on conflict (tenant_id) do update set version = r.version + 1, parts = coalesce(r.parts, '{}') || jsonb_build_object(part, coalesce((r.parts ->> part)::bigint, 0) + 1);
          perform set_config('anju.rights', part || ' ' || t, true);
          -- Streams that lie open anywhere ask at once what their readers may still see.
          perform pg_notify('anju_streams', t);
        end if;
        return null;
      end $$`,
];

/** Functions that leak nothing of what they compare, but PostgreSQL does not know it; without the mark no index serves them under row-level security. */
export const leakproof: readonly string[] = [
  'textlike(text, text)',
  'texticlike(text, text)',
  'arraycontains(anyarray, anyarray)',
  'search_parts(text)',
  'arrayoverlap(anyarray, anyarray)',
];
