import type { Label } from '#kernel/language/label.ts';
import type { BladeFlow } from '../work/flow-shapes.calls.ts';

/** The lists of the inbox. */
export type InboxView = 'todo' | 'claim' | 'copies' | 'send' | 'done';

/** One line of the inbox: a task, a process instance, or a copy of one. */
export interface InboxLine {
  /** Key of the line, unique in its list. */ readonly key: string;
  readonly flow: BladeFlow;
  /** Id of an unread copy; absent for read copies and all other lines. */ readonly unreadCopy?: string;
}

/** Return lines ordered by due time. Lines without a due time come last, the oldest first. */
export function byDue(lines: readonly InboxLine[]): InboxLine[] {
  const keyOf = ({ flow }: InboxLine): string => `${flow.dueTime || '9999'} ${flow.createTime} ${flow.taskId}`;
  return lines.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
}

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_MIN = 1440;

/** A due time in words, with its colour. */
export interface DueWords {
  readonly words: Label;
  readonly tone: 'red' | 'amber' | 'quiet';
}

/**
 * Return how overdue a task is in words, or until when it is due: the hour if today, otherwise the day. Null without a
 * due time.
 */
export function taskDueWords(dueTime: string, lateMs: number, today: string): DueWords | null {
  if (!dueTime) return null;
  const late = Math.floor(lateMs / MINUTE_MS);
  if (late > 0) {
    const words: Label =
      late < HOUR_MIN
        ? [`超 ${late} 分`, `${late} min late`]
        : late < DAY_MIN
          ? [`超 ${Math.floor(late / HOUR_MIN)} 时`, `${Math.floor(late / HOUR_MIN)} h late`]
          : [`超 ${Math.floor(late / DAY_MIN)} 天`, `${Math.floor(late / DAY_MIN)} d late`];
    return { words, tone: 'red' };
  }
  const [day, hour] = [dueTime.slice(0, 10), dueTime.slice(11, 16)];
  return day === today
    ? { words: [`限 ${hour}`, `by ${hour}`], tone: 'amber' }
    : { words: [`限 ${day.slice(5)}`, `by ${day.slice(5)}`], tone: 'quiet' };
}

/** Return the lines at the same node of the same process, if there are several: they can be decided together. */
export function alike(lines: readonly InboxLine[], line: InboxLine | undefined): InboxLine[] {
  if (!line) return [];
  const same = lines.filter(
    ({ flow }) =>
      !flow.suspended &&
      flow.processDefinitionKey === line.flow.processDefinitionKey &&
      flow.taskDefinitionKey === line.flow.taskDefinitionKey,
  );
  return same.length > 1 ? same : [];
}

/** Return the line to select after another is gone: the next one, otherwise the one before. */
export function lineAfter(lines: readonly InboxLine[], gone: ReadonlySet<string>, from: string): string | null {
  const at = lines.findIndex((one) => one.key === from);
  const behind = lines.slice(at + 1).find((one) => !gone.has(one.key));
  const before = lines.slice(0, Math.max(0, at)).findLast((one) => !gone.has(one.key));
  return (behind ?? before)?.key ?? null;
}
