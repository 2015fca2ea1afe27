/** Functions that the product's SQL uses. Every migration replaces them, so they may change. */
export const functions: readonly string[] = [
  // Return the parts of a text that the search index holds: its pairs of characters, and each four digits in sequence.
  // Pairs find any text of two characters or more, Chinese included. A pair of digits occurs in every tenth number, so
  // four digits find numbers a hundred times faster. A part may occur twice. Two cuts through the text, from the first
  // and the second character, take a ninth of the time of an aggregate. It is plpgsql, because only a function that is
  // not inlined can be marked as leakproof.
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
  // Return the parts that a search looks up. Each costs a walk through all rows that have it. So only the last eight of
  // a run of digits are used, which distinguish numbers. Their prefix letters and their pairs occur in a tenth of all
  // rows or in every one.
  String.raw`create or replace function search_terms(t text) returns text[] language sql immutable strict parallel safe as
   $$ select array_agg(p order by p) from (
        select p from unnest(search_parts(t)) p where t !~ '[0-9]{4}' or p ~ '[^0-9a-z]'
        union select unnest(array[right(digits, 4), left(right(digits, 8), 4)]) from (select (regexp_matches(t, '[0-9]{4,}', 'g'))[1] as digits) runs) terms $$`,
  // Return a 64-bit id, ordered by time: 42 bits of milliseconds since 2020, 21 bits of a counter. The caller's clock
  // provides the time.
  `create or replace function next_id(ms bigint) returns bigint language sql volatile as
   $$ select ((ms - 1577836800000) << 21) | (nextval('anju_id') & 2097151) $$`,
  // Return the lower bound of a partition, as PostgreSQL writes it: a moment of UTC, or the smallest id of that moment.
  `create or replace function anju_span_bound(by_id boolean, span timestamp) returns text language sql immutable as
   $$ select case when by_id then ((((extract(epoch from span) * 1000)::bigint - 1577836800000) << 21))::text else quote_literal(to_char(span, 'YYYY-MM-DD HH24:MI:SS') || '+00') end $$`,
  // Return the next value of a number rule. The counter is one row per tenant, rule and period, so two servers never
  // get the same value.
  `create or replace function next_number(t text, r text, p text) returns bigint language sql volatile as
   $$ insert into anju_counter (tenant_id, rule, period, value) values (t, r, p, 1)
      on conflict (tenant_id, rule, period) do update set value = anju_counter.value + 1 returning value $$`,
  // Take several next values of a number rule at once, and return the last of them.
  `create or replace function next_numbers(t text, r text, p text, many bigint) returns bigint language sql volatile as
   $$ insert into anju_counter (tenant_id, rule, period, value) values (t, r, p, many)
      on conflict (tenant_id, rule, period) do update set value = anju_counter.value + many returning value $$`,
  // Refuse a transaction of a background process whose epoch is no longer the stored one. The next owner waits for
  // running transactions. If a process freezes within one, PostgreSQL ends its session after four seconds, so that
  // nobody waits for it.
  `create or replace function anju_under_epoch(of_part text, mine bigint) returns void language plpgsql volatile as
   $$ begin
        perform set_config('idle_in_transaction_session_timeout', '4000', true), pg_advisory_xact_lock_shared(hashtextextended('anju epoch ' || of_part, 0));
        perform 1 from anju_owner o where o.part = of_part and o.epoch = mine;
        if not found then raise exception 'another process owns %', of_part using errcode = 'AJ001'; end if;
      end $$`,
  // Raise the version of a part of a tenant's rights, once a transaction and at its end. So a transaction waits for
  // this row only when it is about to commit, not while others wait for its locks.
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

/**
 * Functions that leak nothing of their arguments, which PostgreSQL does not know. Without the mark no index serves them
 * under row-level security.
 */
export const leakproof: readonly string[] = [
  'textlike(text, text)',
  'texticlike(text, text)',
  'arraycontains(anyarray, anyarray)',
  'search_parts(text)',
  'arrayoverlap(anyarray, anyarray)',
];
