import { pointingParts } from '#kernel/fields/structured/structured.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import type { App } from '../../app.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/** How the rows of a paper that point at some of these are counted, one question for all of them: `$1` = their ids, `$2` the company. */
function countsOf(other: AnyPaper, name: string, field: Field, paper: AnyPaper): string[] {
  const column = `t.${columnOf(name)}`;
  const living = `${other.owner === 'platform' ? '' : 't.tenant_id = $2 and '}t.is_deleted = 0`;
  const answer = (id: string): string =>
    `select ${id}::text as id, '${other.name}' as paper, count(*)::int as n from ${other.table} t`;
  if (field.paper === paper.name && field.many)
    return [
      `${answer('u.id')}, unnest(${column}) u(id) where ${column} && $1::bigint[] and u.id = any($1::bigint[]) and ${living} group by 1`,
    ];
  if (field.paper === paper.name)
    return [`${answer(column)} where ${column} = any($1::bigint[]) and ${living} group by 1`];
  return pointingParts(field)
    .filter((part) => part.paper === paper.name)
    .map(
      (part) =>
        `${answer('r.id')} join unnest($1::bigint[]) r(id) on ${column} @> case jsonb_typeof(${column}) when 'array' then jsonb_build_array(jsonb_build_object('${part.name}', r.id::text)) else jsonb_build_object('${part.name}', r.id::text) end where ${living} group by 1`,
    );
}

const asked = new WeakMap<ReadonlyMap<string, AnyPaper>, Map<string, string>>();

/** The one statement that counts what points at rows of a paper; its lines go with it and do not count, nor what lets go of it. Empty where nothing may point. */
function referrersText({ papers, behaviours }: App, paper: AnyPaper): string {
  const texts = asked.get(papers) ?? new Map<string, string>();
  asked.set(papers, texts);
  let text = texts.get(paper.name);
  if (text === undefined) {
    const own = new Set(Object.values(paper.lines ?? {}).map((line) => (line as { paper: string }).paper));
    if (paper.annexes) own.add(paper.annexes.paper);
    const others = paper.key ? [] : [...papers.values()].filter((other) => !own.has(other.name));
    const released = new Set<string>(behaviours.get(paper.name)?.releases);
    const counts = others.flatMap((other) =>
      storedFields(other)
        .filter(([name]) => !released.has(`${other.name}.${name}`))
        .flatMap(([name, field]) => countsOf(other, name, field, paper)),
    );
    texts.set(
      paper.name,
      (text = counts.length
        ? `select id, paper, sum(n)::int as n from (select id, paper, n from (${counts.join(' union all ')}) c where $2::text is not null) a group by 1, 2`
        : ''),
    );
  }
  return text;
}

/** The first that points at each of these rows, and how many do; rows that nobody points at are absent. */
export async function referrersOf(
  session: DatabaseSession,
  paper: AnyPaper,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly title: Label; readonly count: number }>> {
  const text = referrersText(session.app, paper);
  const rows = text
    ? await session.sql.query<{ id: string; paper: string; n: number }>(text, [ids, session.tenantId])
    : [];
  return new Map(rows.toReversed().map((row) => [row.id, { title: session.paper(row.paper).title, count: row.n }]));
}
