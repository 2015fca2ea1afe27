import { type AnyPaper, type Row, buttonOf } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { type Context } from '#kernel/server';
import { conditionsOf, isOrderable, Parameters, readName } from '#kernel/server/list-tools';
import { refuse } from '../refusals.ts';
import { type ReportFilter, reportFile } from './report-file.paper.ts';
import {
  columnFields,
  conditionFields,
  daysOfSpan,
  groupFields,
  has,
  keyOf,
  measuresOf,
  sumFields,
} from './report.rules.ts';

/** The query of a report, stored or unsaved. */
export type ReportQuestion = Pick<
  Row<typeof reportFile>,
  | 'paperName'
  | 'shape'
  | 'columns'
  | 'groupBy'
  | 'thenBy'
  | 'groupUnit'
  | 'measures'
  | 'span'
  | 'filters'
  | 'orderBy'
  | 'orderDown'
  | 'mostRows'
  | 'chart'
>;

/** Return the paper of a report; one that the caller may not read is unknown. */
export function paperFor(context: Pick<Context, 'rooms' | 'may' | 'person'>, name: string): AnyPaper {
  const found = context.rooms.flatMap((room) => room.papers).find((one) => one.name === name);
  if (!found || !context.may(buttonOf(found, 'view'))) throw refuse.noSuchRows();
  return visibleTo(context.person, found);
}

/** Join the values of filters with the same name into a comma list, which matches any of them. */
export const reportFilters = (filters: readonly ReportFilter[] | null | undefined): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(filters ?? [], (one) => one.name)].map(([name, of]) => [
      name,
      of.map((one) => one.value).join(','),
    ]),
  );

/** Return the filters of a report's rows, as the query of a list. */
export function queryOf(question: ReportQuestion, today: string): Record<string, string> {
  const days = daysOfSpan(question.span, today);
  return {
    ...reportFilters(question.filters),
    ...(days && { createTime_datege: days.from, createTime_datele: `${days.to} 23:59:59` }),
  };
}

/** Is it a filter of the paper's list, on a field that a report may filter by? */
function isCondition(of: AnyPaper, { name, value }: ReportFilter): boolean {
  const read = readName(of, name);
  if (!read || value.length > 200) return false;
  const isOpen = conditionFields(of).some(([one]) => one === read.name);
  return (
    (isOpen || ['null', 'notnull'].includes(read.operator)) &&
    conditionsOf(of, { [name]: value }, new Parameters()).length === 1
  );
}

function assertListed(of: AnyPaper, { columns, orderBy }: ReportQuestion): void {
  const chosen = columns ?? [];
  if (!chosen.length) throw refuse.noColumnsChosen();
  if (chosen.some((one) => !has(columnFields(of), one.name))) throw refuse.cannotShow();
  if (chosen.some((one) => one.sum && !has(sumFields(of), one.name))) throw refuse.cannotSum();
  if (orderBy && !isOrderable(of, orderBy)) throw refuse.cannotOrder();
}

/** Return the possible orders of a grouped report: its groups, and its measures. */
const ordersOf = (question: ReportQuestion): readonly string[] => ['group', ...measuresOf(question).map(keyOf)];

function assertGrouped(of: AnyPaper, question: ReportQuestion): void {
  if (!has(groupFields(of), question.groupBy ?? '')) throw refuse.cannotGroup();
  if (question.thenBy && (question.thenBy === question.groupBy || !has(groupFields(of), question.thenBy)))
    throw refuse.cannotGroup();
  if (measuresOf(question).some((one) => one.how !== 'count' && !has(sumFields(of), one.name ?? '')))
    throw refuse.cannotSum();
  if (question.orderBy && !ordersOf(question).includes(question.orderBy)) throw refuse.cannotOrder();
}

/** Refuse a query that names fields which its author may not show, group, sum, order or filter by. */
export function assertAsks(of: AnyPaper, question: ReportQuestion): void {
  if (question.shape === 'list') assertListed(of, question);
  else assertGrouped(of, question);
  if ((question.filters ?? []).some((one) => !isCondition(of, one))) throw refuse.cannotFilter();
}

/** Reduce a query to the reader's permission: hidden columns are left out; a hidden group or filter is refused. */
export function forReader(of: AnyPaper, question: ReportQuestion): ReportQuestion {
  const columns = (question.columns ?? [])
    .filter((one) => has(columnFields(of), one.name))
    .map((one) => ({ ...one, sum: one.sum === true && has(sumFields(of), one.name) }));
  const seen: ReportQuestion = {
    ...question,
    columns,
    orderBy:
      question.shape === 'list' && question.orderBy && !isOrderable(of, question.orderBy) ? null : question.orderBy,
  };
  try {
    assertAsks(of, seen);
  } catch {
    throw refuse.notForYourEyes();
  }
  return seen;
}
