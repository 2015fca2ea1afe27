import { must } from '#kernel/language/must.ts';
import { type AnyPaper, type ReferencePath, columnOf, isAboutSomebody } from '#kernel/language/paper.ts';
import { wholeOf } from '#kernel/language/rights/readable.ts';
import type { Term } from '#kernel/language/permission.ts';
import { storedConditions, ruleSql } from './filter.ts';
import { Parameters } from '../database/statement.ts';

const column = (name: string): string => `t.${columnOf(name)}`;

type PaperOf = (name: string) => AnyPaper;

/**
 * Return the condition for rows of some teams: by the team of the row, or of a row that it refers to, e.g. the customer
 * of a machine.
 */
function teamsSql(paper: AnyPaper, of: string, list: string, paperOf: PaperOf): string {
  if (!paper.team) return 'false';
  if ('field' in paper.team) return `${of}.${columnOf(String(paper.team.field))} = any(${list}::text[])`;
  const to = paperOf(paper.team.paper);
  const next = `${of}p`;
  return `exists (select 1 from ${to.table} ${next} where ${next}.id = ${of}.${columnOf(String(paper.team.through))} and ${next}.tenant_id = ${of}.tenant_id and ${teamsSql(to, next, list, paperOf)})`;
}

/**
 * Return the condition for rows of some departments: by the department of the creator, or of a row that it refers to.
 */
function departmentSql(paper: AnyPaper, of: string, list: string, paperOf: PaperOf): string {
  const own = `${of}.create_dept = any(${list}::bigint[])`;
  const way = paper.department;
  if (!way) return own;
  const [to, next, at] = [paperOf(way.paper), `${of}p`, `${of}.${columnOf(String(way.through))}`];
  const through = `exists (select 1 from ${to.table} ${next} where ${next}.id = ${at} and ${next}.tenant_id = ${of}.tenant_id and ${departmentSql(to, next, list, paperOf)})`;
  return way.orOwn ? `(case when ${at} is null then ${own} else ${through} end)` : through;
}

/**
 * Return the query for the ids of rows that a path of references connects with the person. Each step is a join, so that
 * PostgreSQL may start at the person.
 */
function waySql(
  paper: AnyPaper,
  { steps, person: field }: ReferencePath,
  where: string,
  person: string,
  paperOf: PaperOf,
): string {
  const joins = steps.map((step, at): string => {
    const [of, next] = [`o${at || ''}`, `o${at + 1}`];
    const when = Object.entries(step.when ?? {})
      .map(([name, holds]) => ` and ${next}.${columnOf(name)} is ${holds ? '' : 'not '}true`)
      .join('');
    return ` join ${paperOf(step.paper).table} ${next} on ${next}.tenant_id = ${of}.tenant_id and ${next}.is_deleted = 0 and ${next}.${columnOf(step.at)} = ${of}.${columnOf(step.on)}${when}`;
  });
  return `select o.id from ${paper.table} o${joins.join('')} where ${where} and o${steps.length || ''}.${columnOf(field)} = ${person}`;
}

/** Return the condition for rows about the person's work: they name the person, or a path leads to the person. */
function workedSql(
  paper: AnyPaper,
  term: Extract<Term, { kind: 'own' }>,
  values: Parameters,
  person: string,
  paperOf: PaperOf,
): string {
  const within = `o.tenant_id = ${values.add(term.tenantId)} and o.is_deleted = 0`;
  const ways = (paper.workers ?? paper.mine ?? []).map((way) => waySql(paper, way, within, person, paperOf));
  if (term.field)
    ways.push(`select o.id from ${paper.table} o where ${within} and o.${columnOf(term.field)} = ${person}`);
  return ways.length
    ? `t.id in (${ways.join(' union ')})`
    : `(false and ${within.replaceAll('o.', 't.')} and ${person}::text is not null)`;
}

/**
 * Return the conditions for rows that a person created, any of which is enough. Rows that take their department from
 * another row belong to the creator of that row.
 */
function createdSql(paper: AnyPaper, of: string, person: string, paperOf: PaperOf): string[] {
  const own = `${of}.create_user = ${person}`;
  const way = paper.department;
  if (!way) return [own];
  const [to, next, at] = [paperOf(way.paper), `${of}p`, `${of}.${columnOf(String(way.through))}`];
  const through = createdSql(to, next, person, paperOf).map(
    (one) =>
      `${at} in (select ${next}.id from ${to.table} ${next} where ${next}.tenant_id = ${of}.tenant_id and ${one})`,
  );
  return way.orOwn ? [`(${at} is null and ${own})`, ...through] : through;
}

/**
 * Return the rows that a person made, that are about the person, or that belong to the person by a path of the
 * definition. Each is a set by its own index, joined by “union”. Joined by “or” they would be checked for every row of
 * a long list.
 */
function ownSql(paper: AnyPaper, term: Extract<Term, { kind: 'own' }>, values: Parameters, paperOf: PaperOf): string {
  const person = values.add(term.person);
  if (term.only) return `${column(must(term.field, 'field'))} = ${person}`;
  if (term.worked) return workedSql(paper, term, values, person, paperOf);
  const conditions = (of: string): string[] => [
    ...(isAboutSomebody(paper) ? [] : createdSql(paper, of, person, paperOf)),
    ...(term.field ? [`${of}.${columnOf(term.field)} = ${person}`] : []),
  ];
  if (!paper.mine?.length && conditions('t').length === 1) return conditions('t')[0];
  const within = `o.tenant_id = ${values.add(term.tenantId)}${values.removed ? '' : ' and o.is_deleted = 0'}`;
  const made = conditions('o').map((one) => `select o.id from ${paper.table} o where ${within} and ${one}`);
  return `t.id in (${[...made, ...(paper.mine ?? []).map((way) => waySql(paper, way, within, person, paperOf))].join(' union ')})`;
}

/**
 * Return the condition for rows of departments. The department is that of a field of the row, of its creator, or of a
 * row that it refers to.
 */
function departmentsSql(
  paper: AnyPaper,
  { ids, field }: Extract<Term, { kind: 'departments' }>,
  values: Parameters,
  paperOf: PaperOf,
): string {
  if (paper.department && !field) return departmentSql(paper, 't', values.add([...ids]), paperOf);
  const named = column(field ?? 'createDept');
  if (paper.fields[field ?? '']?.many) return `${named} && ${values.add([...ids])}::bigint[]`;
  // One department is compared by “=”: before PostgreSQL 17 only that follows the order of an index.
  return ids.length === 1 ? `${named} = ${values.add(ids[0])}` : `${named} = any(${values.add([...ids])}::bigint[])`;
}

/** Placeholder of the current moment in a template. */
const NOW = Symbol('now');

/**
 * Return the condition that leaves out rows from before the time of the present owner. Those stay for which this person
 * has an open permit to look back.
 */
function ownedSql(
  paper: AnyPaper,
  term: Extract<Term, { kind: 'owned' }>,
  values: Parameters,
  paperOf: PaperOf,
): string {
  const { through, paper: of, since, at, lookBack } = must(paper.ownedPeriod, 'ownedPeriod');
  const permit =
    term.mayLookBack && lookBack && values.now !== null
      ? ` and not exists (select 1 from ${paperOf(lookBack.paper).table} b where b.tenant_id = ow.tenant_id and b.is_deleted = 0 and b.${columnOf(lookBack.row)} = ow.id and b.${columnOf(lookBack.person)} = ${values.add(term.person)} and b.${columnOf(lookBack.ended)} is null and b.${columnOf(lookBack.until)} > ${values.add(NOW)}::timestamptz)`
      : '';
  const earlier = `exists (select 1 from ${paperOf(of).table} ow where ow.tenant_id = t.tenant_id and ow.id = ${column(through)} and ow.${columnOf(since)} > ${column(at)}${permit})`;
  const within = termsSql(paper, term.within, values, paperOf);
  return within === '(true)' ? `not ${earlier}` : `(${within} and not ${earlier})`;
}

function termsSql(paper: AnyPaper, where: readonly Term[], values: Parameters, paperOf: PaperOf): string {
  const terms = where.map((term): string => {
    if (term.kind === 'all') return 'true';
    if (term.kind === 'owned') return ownedSql(paper, term, values, paperOf);
    if (term.kind === 'own') return ownSql(paper, term, values, paperOf);
    if (term.kind === 'departments') return departmentsSql(paper, term, values, paperOf);
    if (term.kind === 'teams') return teamsSql(paper, 't', values.add([...term.teams]), paperOf);
    if (term.kind === 'rule') return ruleSql(paper, term.rule, values);
    if (term.kind === 'custom') return storedConditions(wholeOf(paper), term.filter, values).join(' and ') || 'false';
    return 'false';
  });
  return terms.length ? `(${terms.join(' or ')})` : 'false';
}

/** SQL with its values, split where the values are placed. */
interface Template {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * Templates of scopes by decision. A decision is an object that is made again on a change of rights, so it is a safe
 * key.
 */
const templates = new WeakMap<readonly Term[], Map<AnyPaper, Map<string, Template>>>();

function templateOf(paper: AnyPaper, where: readonly Term[], of: Parameters, paperOf: PaperOf): Template {
  const { searchIndex, scanOnly, removed, now } = of;
  let made = templates.get(where);
  if (!made) templates.set(where, (made = new Map()));
  let ways = made.get(paper);
  if (!ways) made.set(paper, (ways = new Map()));
  const way = `${searchIndex} ${scanOnly} ${removed} ${now !== null}`;
  let found = ways.get(way);
  if (!found) {
    const own = Object.assign(new Parameters(), { searchIndex, scanOnly, removed, now });
    const parts = termsSql(paper, where, own, paperOf).split(/\$(\d+)/);
    found = {
      texts: parts.filter((_, at) => at % 2 === 0),
      values: parts.filter((_, at) => at % 2 === 1).map((place) => own.values[Number(place) - 1]),
    };
    ways.set(way, found);
  }
  return found;
}

/** Do these terms open every row, apart from those of an earlier owner? */
export const opensAll = (where: readonly Term[]): boolean =>
  where.some((term) => term.kind === 'all' || (term.kind === 'owned' && opensAll(term.within)));

/** Return the rows of a decision as SQL over `t`. Nothing allowed means no rows. */
export function scopeSql(paper: AnyPaper, where: readonly Term[], values: Parameters, paperOf: PaperOf): string {
  if (where.some((term) => term.kind === 'all')) return 'true';
  const template = templateOf(paper, where, values, paperOf);
  const valueAt = (at: number): unknown => (template.values[at] === NOW ? values.now : template.values[at]);
  return template.texts.reduce((sql, text, at) => sql + values.add(valueAt(at - 1)) + text);
}
