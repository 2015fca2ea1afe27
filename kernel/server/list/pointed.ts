import type { Items } from '#kernel/language/dictionary.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';

type Papers = ReadonlyMap<string, AnyPaper>;

/** Table of the rows that a field refers to, and the column of their caption. */
export interface Pointed {
  readonly table: string;
  readonly caption: string;
  /** The column of its English name. */ readonly english?: string;
  /** Texts of a caption that is a key of a dictionary. */ readonly words?: Items;
  readonly key: string;
  readonly tenants: boolean;
  /** SQL of the picture beside the caption. */ readonly portrait?: string;
}
export type PointedOf = (paper: string) => Pointed | undefined;

/** Return the table and the caption of the rows of a paper. */
export const pointedIn =
  ({ papers }: { readonly papers: Papers }): PointedOf =>
  (name) => {
    const paper = papers.get(name);
    if (!paper) return undefined;
    const portrait = portraitSql({ papers }, paper, paper.table);
    const words = paper.fields[paper.caption].dictionary?.items;
    return {
      table: paper.table,
      caption: columnOf(paper.caption),
      ...(paper.englishCaption && { english: columnOf(String(paper.englishCaption)) }),
      key: paper.key ? columnOf(String(paper.key)) : 'id',
      tenants: paper.owner !== 'platform',
      ...(portrait && { portrait }),
      ...(words && { words }),
    };
  };

/** Return the attachment of the picture of a row, as SQL over its table; undefined where such rows have none. */
export function portraitSql(
  { papers }: { readonly papers: Papers },
  { portrait }: AnyPaper,
  table: string,
): string | undefined {
  if (!portrait || typeof portrait === 'string') return portrait && `${table}.${columnOf(portrait)}::text`;
  const of = papers.get(portrait.paper);
  return (
    of &&
    `(select portrayed.${columnOf(portrait.field)}::text from ${of.table} portrayed where portrayed.id = ${table}.${columnOf(String(portrait.through))} and portrayed.tenant_id = ${table}.tenant_id)`
  );
}

/**
 * Return the SQL and the first parameter of a condition for rows with one of these keys. A single key is compared by
 * “=”: that plan is cached, while a list is planned each time.
 */
export function oneOf(to: Pick<Pointed, 'key'>, keys: readonly string[], prefix = ''): [sql: string, value: unknown] {
  const type = to.key === 'id' ? 'bigint' : 'text';
  const column = `${prefix}${to.key}`;
  return keys.length === 1 ? [`${column} = $1::${type}`, keys[0]] : [`${column} = any($1::${type}[])`, keys];
}
