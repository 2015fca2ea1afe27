import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';

/** SQL of `codeText`: width, case, blanks, invisible characters and dashes make no difference. */
const formOf = (column: string): string =>
  String.raw`upper(translate(regexp_replace(normalize(${column}, NFKC), '[\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'), E'\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-------'))`;

/** Return a query of the values of a unique code that several rows have in different spellings. */
const spellings = (paper: AnyPaper, name: string): string => {
  const column = columnOf(name);
  const label = `${paper.title[0]} ${paper.title[1]}`.replaceAll("'", "''");
  return `select '${label}: ' || string_agg(x.typed, ' = ' order by x.typed) as words
    from (select t.${column} as typed, ${formOf(`t.${column}`)} as form from ${paper.table} t where t.tenant_id = $1 and t.is_deleted = 0 and t.${column} is not null) x
    group by x.form having count(*) > 1`;
};

/**
 * The invariant of unique codes. Rows of earlier releases may differ by spelling only. They are listed, and never
 * merged, because only people know which of them is meant.
 */
export function equalCodes(papers: ReadonlyMap<string, AnyPaper>): Invariant {
  const queries = [...papers.values()]
    .filter((paper) => paper.owner !== 'platform' && !paper.readOnly)
    .flatMap((paper) =>
      fieldsOf(paper)
        .filter(([, field]) => field.unique && (field as { readonly code?: boolean }).code)
        .map(([name]) => spellings(paper, name)),
    );
  return {
    code: 'EQ1',
    paper: 'invariant',
    title: ['没有两行的编号只差写法', 'No two rows have one code in two spellings'],
    sql: `select 0::bigint as id, y.words from (${queries.join(' union all ')}) y`,
  };
}
