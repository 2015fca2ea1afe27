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

/** The question of a report, kept or just being made. */
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

/** The paper a report is about, as whoever asks sees it; one that he may not read is as good as none. */
export function paperFor(context: Pick<Context, 'rooms' | 'may' | 'person'>, name: string): AnyPaper {
  const found = context.rooms.flatMap((room) => room.papers).find((one) => one.name === name);
  if (!found || !context.may(buttonOf(found, 'view'))) throw refuse.noSuchRows();
  return visibleTo(context.person, found);
}

/** Several values of one name mean any of them. */
export const reportFilters = (filters: readonly ReportFilter[] | null | undefined): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(filters ?? [], (one) => one.name)].map(([name, of]) => [
      name,
      of.map((one) => one.value).join(','),
    ]),
  );

/** The rows a report is about, in the grammar of the lists. */
export function queryOf(asked: ReportQuestion, today: string): Record<string, string> {
  const days = daysOfSpan(asked.span, today);
  return {
    ...reportFilters(asked.filters),
    ...(days && { createTime_datege: days.from, createTime_datele: `${days.to} 23:59:59` }),
  };
}

/** Does the list of this paper know such a condition, of a field that may stand in a question? */
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

/** What a grouped report may be ordered by: its groups, and its measures. */
const ordersOf = (asked: ReportQuestion): readonly string[] => ['group', ...measuresOf(asked).map(keyOf)];

function assertGrouped(of: AnyPaper, asked: ReportQuestion): void {
  if (!has(groupFields(of), asked.groupBy ?? '')) throw refuse.cannotGroup();
  if (asked.thenBy && (asked.thenBy === asked.groupBy || !has(groupFields(of), asked.thenBy)))
    throw refuse.cannotGroup();
  if (measuresOf(asked).some((one) => one.how !== 'count' && !has(sumFields(of), one.name ?? '')))
    throw refuse.cannotSum();
  if (asked.orderBy && !ordersOf(asked).includes(asked.orderBy)) throw refuse.cannotOrder();
}

/** What its author asks for must be there for his eyes. */
export function assertAsks(of: AnyPaper, asked: ReportQuestion): void {
  if (asked.shape === 'list') assertListed(of, asked);
  else assertGrouped(of, asked);
  if ((asked.filters ?? []).some((one) => !isCondition(of, one))) throw refuse.cannotFilter();
}

/** The same question for the eyes of who reads: a column that is not for him is left out; what all lines hang on is refused. */
export function forReader(of: AnyPaper, asked: ReportQuestion): ReportQuestion {
  const columns = (asked.columns ?? [])
    .filter((one) => has(columnFields(of), one.name))
    .map((one) => ({ ...one, sum: one.sum === true && has(sumFields(of), one.name) }));
  const seen: ReportQuestion = {
    ...asked,
    columns,
    orderBy: asked.shape === 'list' && asked.orderBy && !isOrderable(of, asked.orderBy) ? null : asked.orderBy,
  };
  try {
    assertAsks(of, seen);
  } catch {
    throw refuse.notForYourEyes();
  }
  return seen;
}
