import { kindOf } from '#kernel/fields/kinds.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { labelIn } from '#kernel/language/label.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import { type App, paperNamed } from '../../app.ts';
import { Parameters } from '../../database/statement.ts';
import { scopeSql } from '../../list/scope.ts';
import { type Pointed, pointedIn } from '../../list/pointed.ts';
import { offeredTo } from '../../rows/read-context.ts';
import { sightOf } from '../../write/checks/pointers.ts';
import type { Actor } from '../../session/actor.ts';
import { type ChoiceRange, RowWriter, type WorkbookSheet, columnLetters, workbook } from '../sheet/workbook.ts';
import { importable } from '#kernel/fields/importable.ts';
import { isPointer } from './judge/names.ts';

/** Maximum choices of a list in a cell. The sheet of choices has more. */
const MAX_IN_CELL = 100;
const MAX_LISTED = 1000;

/**
 * Return the names of rows that the person may refer to. Names of several rows are left out, since they are ambiguous.
 */
async function namesOf(app: App, actor: Actor, field: Field, to: Pointed): Promise<string[]> {
  const values = new Parameters();
  const keys = values.add(await offeredTo(app, actor, field));
  const levels = kindOf(field).code;
  const conditions = [
    't.is_deleted = 0',
    't.status = 1',
    ...(to.tenants ? [`t.tenant_id = ${values.add(actor.tenancy.tenantId)}`] : []),
    ...(levels ? [`length(t.${to.key}) = ${levels.length(field)}`] : []),
  ];
  const seen = scopeSql(
    paperNamed(app, field.paper!),
    sightOf(app, actor, paperNamed(app, field.paper!)),
    values,
    (name) => paperNamed(app, name),
  );
  // Districts that share a name are distinguished by the city in their row.
  const alone = levels?.above(field) ? '' : 'and n.bearers = 1';
  const text = `select n.name from (select t.${to.caption}::text as name, t.${to.key}::text as key, t.${columnOf('createTime')} as at, t.id, count(*) over (partition by t.${to.caption}) as bearers from ${to.table} t where ${conditions.join(' and ')} and (${keys}::text[] is not null or ${seen})) n
    where (${keys}::text[] is null or n.key = any(${keys})) ${alone} order by n.at, n.id limit ${MAX_LISTED}`;
  const rows = await app.db.read(actor.tenancy, (sql) => sql.query<{ name: string }>(text, values.values));
  return [...new Set(rows.map((row) => row.name).filter(Boolean))];
}

async function choicesOf(app: App, actor: Actor, field: Field): Promise<string[]> {
  if (field.dictionary) {
    const offered = await offeredTo(app, actor, field);
    return (await app.ports.choices(actor.tenancy.tenantId, field.dictionary.code))
      .filter((choice) => !offered || offered.includes(choice.key))
      .slice(0, MAX_LISTED)
      .map((choice) => labelIn(choice.label, actor.language));
  }
  const to = isPointer(field) ? pointedIn(app)(field.paper ?? '') : undefined;
  // Names of customers and similar people are not listed: their number can be used instead.
  const paper = app.papers.get(field.paper ?? '');
  if (!to || !paper || ((paper.sight ?? 'scoped') === 'scoped' && !paper.pickable && paper.owner !== 'platform'))
    return [];
  return namesOf(app, actor, field, to);
}

/** Return a sample row. An import ignores it where it is unchanged. */
export async function sampleRow(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  lists?: readonly (readonly string[])[],
): Promise<string[]> {
  const wording = { language: actor.language, name: (): undefined => undefined };
  return Promise.all(
    importable(paper).map(async ([, field], at) => {
      if (isPaperNumber(field)) return '';
      if (field.dictionary || isPointer(field))
        return (lists ? lists[at] : await choicesOf(app, actor, field))[0] ?? '';
      const sample = kindOf(field).sample(field, 1);
      return sample === undefined || sample === null ? '' : kindOf(field).text(sample, field, wording);
    }),
  );
}

export const templateHeader = (paper: AnyPaper, actor: Pick<Actor, 'language'>): string[] =>
  importable(paper).map(
    ([, field]) =>
      `${labelIn(field.label, actor.language)}${field.required && !field.copied && field.initial === undefined && !isPaperNumber(field) ? '*' : ''}`,
  );

/**
 * Return the workbook to fill in: a header with an asterisk at required columns, a sample row, and a sheet of choices.
 */
export async function template(app: App, actor: Actor, paper: AnyPaper): Promise<AsyncGenerator<Buffer>> {
  const english = actor.language === 'en';
  const fields = importable(paper);
  const lists = await Promise.all(fields.map(([, field]) => choicesOf(app, actor, field)));
  const chosen = fields.map(([, field], at) => ({ at, field, names: lists[at] })).filter((one) => one.names.length > 0);
  const sheetName = english ? 'Choices' : '可选值';
  const choices: ChoiceRange[] = chosen.flatMap(({ at, field, names }, place) =>
    field.dictionary && !field.many && names.length <= MAX_IN_CELL
      ? [
          {
            column: at,
            range: `'${sheetName}'!$${columnLetters(place)}$2:$${columnLetters(place)}$${names.length + 1}`,
          },
        ]
      : [],
  );
  const writer = new RowWriter(chosen.map(() => 'text'));
  const rows = Array.from({ length: Math.max(0, ...chosen.map((one) => one.names.length)) }, (_, n) =>
    writer.xml(chosen.map((one) => one.names[n] ?? '')),
  );
  const sheets: WorkbookSheet[] = [
    {
      name: labelIn(paper.title, actor.language),
      header: templateHeader(paper, actor),
      widths: fields.map(() => 16),
      rows: [new RowWriter(fields.map(() => 'text')).xml(await sampleRow(app, actor, paper, lists))],
      choices,
    },
    ...(chosen.length
      ? [
          {
            name: sheetName,
            header: chosen.map((one) => labelIn(one.field.label, actor.language)),
            widths: chosen.map(() => 18),
            rows,
          },
        ]
      : []),
  ];
  return workbook(sheets);
}
