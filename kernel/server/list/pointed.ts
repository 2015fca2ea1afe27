import type { Items } from '#kernel/language/dictionary.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';

type Papers = ReadonlyMap<string, AnyPaper>;

/** Where the rows that a field points at are kept, and how one of them is called. */
export interface Pointed {
  readonly table: string;
  readonly caption: string;
  /** The column of its English name. */ readonly english?: string;
  /** Of rows that are called by a key of a dictionary: its words. */ readonly words?: Items;
  readonly key: string;
  readonly tenants: boolean;
  /** SQL of the picture beside the caption. */ readonly portrait?: string;
}
export type PointedOf = (paper: string) => Pointed | undefined;

/** Where the rows of each paper are kept. */
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

/** The attachment of the picture of a row, as SQL over its table; undefined where such rows have none. */
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

/** “Is one of these keys”, as the first parameter; a single one by itself, since its plan is made once and that of a list each time. */
export function oneOf(to: Pick<Pointed, 'key'>, keys: readonly string[], prefix = ''): [sql: string, value: unknown] {
  const type = to.key === 'id' ? 'bigint' : 'text';
  const column = `${prefix}${to.key}`;
  return keys.length === 1 ? [`${column} = $1::${type}`, keys[0]] : [`${column} = any($1::${type}[])`, keys];
}
