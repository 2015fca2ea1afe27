import { type Label, inSentence } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { editable } from '../../../form/inputs.ts';
import { addDays, daysBetween } from '#kernel/language/days.ts';
import { type WireRow, isOnBehalf, mayDo } from '../../../registry/rows.ts';
import { must } from '#kernel/language/must.ts';

/** Return the fields that place the rows of a paper in a calendar. Throw if it has none. */
export const calendarOf = (of: AnyPaper): NonNullable<AnyPaper['calendar']> => must(of.calendar, 'calendar');

/** Return the names of the fields with the first and, if there is one, the last day of a row. */
function timesOf(of: AnyPaper): readonly string[] {
  const { from, to } = calendarOf(of);
  return to === undefined ? [from] : [from, to];
}

/** Return why a row cannot be moved to another day, as text; null if it can. */
export function whyFixed(of: AnyPaper, row: WireRow): Label | null {
  const life = of.lifecycle;
  const times = timesOf(of).map((name) => [name, of.fields[name]] as const);
  const [, first] = times[0];
  const set = times.find(([, field]) => field.auto || field.computed);
  if (set)
    return [
      `${set[1].label[0]}由系统写入，不能在日历里改`,
      `${set[1].label[1]} is set by the product and not changed here`,
    ];
  if (of.readOnly || !mayDo(row, 'edit')) return ['这一条你现在不能修改', 'You may not change this one now'];
  if (isOnBehalf(row, 'edit'))
    return ['代他人修改要说明原因，请在表单里改', 'Open the form: a change on their behalf needs a reason'];
  const may = editable(of, row);
  if (times.every(([name]) => may(name))) return null;
  const [zh, en] = life?.states.items[String(row[life.field])] ?? ['', ''];
  return [`“${zh}”时不能改${first.label[0]}`, `In “${en}” ${inSentence(first.label[1])} may not be changed`];
}

/**
 * Return the changed fields of a row that moves to another day: start and end shift by whole days, and the hours stay.
 */
export function movedTo(of: AnyPaper, row: WireRow, day: string): Record<string, string> {
  const from = String(row[calendarOf(of).from] ?? '');
  const by = daysBetween(from.slice(0, 10), day);
  return Object.fromEntries(
    timesOf(of).flatMap((name) => {
      const value = String(row[name] ?? '');
      return value ? [[name, addDays(value.slice(0, 10), by) + value.slice(10)]] : [];
    }),
  );
}
