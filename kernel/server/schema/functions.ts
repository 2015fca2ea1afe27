/** Functions that the product's SQL stands on; replaced at every migration, so they may grow. */
export const functions: readonly string[] = [
  // The distinct pairs of letters of a text: an index over them finds any part of two letters or more, Chinese too.
  `create or replace function bigrams(t text) returns text[] language sql immutable strict parallel safe as
   $$ select coalesce(array_agg(distinct substr(s.l, i, 2)), '{}') from (select lower(t) as l) s, generate_series(1, length(t) - 1) i $$`,
  // 64-bit, ordered by time: 42 bits of milliseconds since 2020, 21 bits of a counter. The time comes from the caller's clock.
  `create or replace function next_id(ms bigint) returns bigint language sql volatile as
   $$ select ((ms - 1577836800000) << 21) | (nextval('anju_id') & 2097151) $$`,
  // The next value of a number rule, one row per tenant, rule and period: two seeds or two servers never give the same.
  `create or replace function next_number(t text, r text, p text) returns bigint language sql volatile as
   $$ insert into anju_counter (tenant_id, rule, period, value) values (t, r, p, 1)
      on conflict (tenant_id, rule, period) do update set value = anju_counter.value + 1 returning value $$`,
];

/** Functions that leak nothing of what they compare, but PostgreSQL does not know it; without the mark no index serves them under row-level security. */
export const leakproof: readonly string[] = ['textlike(text, text)', 'texticlike(text, text)', 'arraycontains(anyarray, anyarray)', 'bigrams(text)', 'arrayoverlap(anyarray, anyarray)'];
