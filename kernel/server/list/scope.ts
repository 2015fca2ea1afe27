import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import { type Parameters, conditionsOf } from './filter.ts';

const column = (name: string): string => `t.${columnOf(name)}`;

function teamsSql(paper: AnyPaper, teams: readonly string[], values: Parameters, tableOf: (paper: string) => string): string {
  const list = values.add([...teams]);
  if (!paper.team) return 'false';
  if ('field' in paper.team) return `${column(String(paper.team.field))} = any(${list}::text[])`;
  // The team of the paper it belongs to, e.g. the equipment of a customer.
  return `exists (select 1 from ${tableOf(paper.team.paper)} p where p.id = ${column(String(paper.team.through))} and p.tenant_id = t.tenant_id and p.customer_service_team = any(${list}::text[]))`;
}

/** The rows a decision holds for, as SQL over `t`. Nothing allowed = no rows. */
export function scopeSql(paper: AnyPaper, where: readonly Term[], values: Parameters, tableOf: (paper: string) => string): string {
  if (where.some((term) => term.kind === 'all')) return 'true';
  const terms = where.map((term): string => {
    if (term.kind === 'own') {
      const person = values.add(term.person);
      return term.field ? `(t.create_user = ${person} or ${column(term.field)} = ${person})` : `t.create_user = ${person}`;
    }
    // One department is compared by “=”: before PostgreSQL 17 only that follows the order of an index.
    if (term.kind === 'departments') return term.ids.length === 1 ? `t.create_dept = ${values.add(term.ids[0])}` : `t.create_dept = any(${values.add([...term.ids])}::bigint[])`;
    if (term.kind === 'teams') return teamsSql(paper, term.teams, values, tableOf);
    if (term.kind === 'custom') return conditionsOf(paper, term.filter, values).join(' and ') || 'false';
    return 'false';
  });
  return terms.length ? `(${terms.join(' or ')})` : 'false';
}
