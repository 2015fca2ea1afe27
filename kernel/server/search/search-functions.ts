import type { AnyPaper } from '#kernel/language/paper.ts';
import { isReadByPerson, searchedFields } from '../schema/paper-columns.ts';

/** Return the name of the function that reads the search index of a paper. */
export const findFunction = (paper: AnyPaper): string => `anju_find_${paper.table}`;

/** Has the paper a search index, and is it protected by row-level security since its rows belong to tenants? */
const walled = (paper: AnyPaper): boolean =>
  paper.owner !== 'platform' && !isReadByPerson(paper) && searchedFields(paper).length > 0;

/**
 * Return functions of the owner that read the search index, for databases without a superuser. Row-level security lets
 * an index serve only operators marked as leakproof, and the mark needs one. Each function answers only ids of the
 * connection's tenant.
 */
export const searchFunctions = (papers: Iterable<AnyPaper>): string[] =>
  [...papers].filter(walled).map(
    (paper) =>
      `create or replace function ${findFunction(paper)}(q text, most integer) returns setof bigint language sql stable security definer set search_path = public, pg_temp as
   $$ select t.id from ${paper.table} t where t.tenant_id = current_setting('anju.tenant', true) and t.is_deleted = 0 and search_parts(t.search_text) @> search_terms(q)
        and t.search_text like '%' || replace(replace(replace(q, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' limit most $$`,
  );
