import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import patch from '../patches/0001-plans-are-not-searched-by-parts.ts';

const server = await openTestServer(import.meta.url);

test('columns of an earlier search are dropped with their triggers, also where there are none', async () => {
  const columns = () =>
    server.tables(
      "select table_name, column_name from information_schema.columns where table_name in ('asmaintain', 'asschemepush', 'asremind') order by 1, 2",
    );
  const before = await columns();
  await server.tables('alter table asmaintain add column is_late boolean, add column search_text text');
  await server.tables(
    'create function search_text_of_asmaintain() returns trigger language plpgsql as $$begin new.search_text := lower(new.plan_no); return new; end$$',
  );
  await server.tables(
    'create trigger search_text_of_asmaintain before insert or update of plan_no on asmaintain for each row execute function search_text_of_asmaintain()',
  );
  await server.tables('create index asmaintain_search on asmaintain (search_text)');
  for (const _ of [1, 2]) await patch.apply((text) => server.tables(text));
  expect(await columns()).toEqual(before);
  expect(await server.tables("select 1 from pg_proc where proname = 'search_text_of_asmaintain'")).toEqual([]);
});
