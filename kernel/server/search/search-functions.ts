import type { AnyPaper } from '#kernel/language/paper.ts';
import { isReadByPerson, searchedFields } from '../schema/paper-table.ts';

/** The function that looks into the search index of a paper. */
export const findFunction = (paper: AnyPaper): string => `anju_find_${paper.table}`;

/** Papers whose rows stand behind the wall between tenants, and that have a search index. */
const walled = (paper: AnyPaper): boolean =>
  paper.owner !== 'platform' && !isReadByPerson(paper) && searchedFields(paper).length > 0;

/**
 * Row-level security lets an index serve only operators that are marked harmless, and the mark needs a superuser. Where nobody may set
 * it, these functions of the owner look into the index instead: each answers only ids of the tenant that the connection carries.
 */
export const searchFunctions = (papers: Iterable<AnyPaper>): string[] =>
  [...papers].filter(walled).map(
    (paper) =>
      `create or replace function ${findFunction(paper)}(q text, most integer) returns setof bigint language sql stable security definer set search_path = public, pg_temp as
   $$ select t.id from ${paper.table} t where t.tenant_id = current_setting('anju.tenant', true) and t.is_deleted = 0 and search_parts(t.search_text) @> search_terms(q)
        and t.search_text like '%' || replace(replace(replace(q, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' limit most $$`,
  );
