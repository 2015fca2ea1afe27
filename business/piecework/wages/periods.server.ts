import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { addDaysTo, monthFrom } from '../days.rules.ts';
import { type MonthSpan, after, isMonth, monthOf } from './months.rules.ts';
import { wagePeriod } from './wage-period.paper.ts';

export type Period = Row<typeof wagePeriod>;

const open = (context: Context, { label, start, end }: MonthSpan): Promise<Period> =>
  context.create(wagePeriod, { wagePeriod: label, startDate: start, endDate: end });

const last = async (context: Context): Promise<{ label: string; end: string } | undefined> =>
  (
    await context.sql.query<{ label: string; end: string }>(
      'select wage_period as label, end_date::text as end from aswageperiod where tenant_id = $1 and is_deleted = 0 order by end_date desc limit 1',
      [context.tenantId],
    )
  )[0];

/** How far ahead of today a period may be opened by a date. */
const AHEAD_MONTHS = 2;

/** Opens the periods up to a day: each begins where the one before ends. */
async function openUntil(context: Context, day: string): Promise<void> {
  if (day > addDaysTo(monthFrom(context.today(), AHEAD_MONTHS + 1), -1)) throw refuse.periodTooFar();
  await context.lock('wage periods');
  let before = await last(context);
  if (!before) before = { label: '', end: (await open(context, monthOf(day))).endDate };
  while (before.end < day) before = { label: '', end: (await open(context, after(before.end))).endDate };
}

/** The very first period: the named month, or that of a day; it may begin in the middle. */
function firstOf({ label, start }: Partial<MonthSpan>, today: string): MonthSpan {
  const month = monthOf(start ?? (label && isMonth(label) ? `${label}-01` : today));
  return { ...month, start: start ?? month.start };
}

/** Opens the next period early; it begins where the last one ends. */
export async function openNext(context: Context, { label, start, end }: Partial<MonthSpan>): Promise<Period> {
  await context.lock('wage periods');
  const before = await last(context);
  const next = before ? after(before.end) : firstOf({ label, start }, context.today());
  const wanted = { label: label ?? next.label, start: start ?? next.start, end: end ?? next.end };
  if (wanted.label !== next.label || wanted.start !== next.start || wanted.end < next.start)
    throw refuse.periodNotNext({ start: next.start });
  return open(context, wanted);
}

const earliest = (context: Context, day: string): Promise<{ label: string }[]> =>
  context.sql.query<{ label: string }>(
    "select wage_period as label from aswageperiod where tenant_id = $1 and is_deleted = 0 and period_status in ('open', 'calculated') and end_date >= $2::date order by end_date limit 1 for share",
    [context.tenantId, day],
  );

/** Three tries: a period that somebody just sent is none any more, and the next one may have to be opened. */
const TRIES = 4;

/**
 * The period that pays for a day: the earliest that is open or calculated and ends on or after it; opened when there is none. Held as it
 * is until the transaction ends: nobody sends or closes it meanwhile.
 */
export async function periodFor(context: Context, day: string): Promise<string> {
  for (let at = 0; at < TRIES; at++) {
    const [found] = await earliest(context, day);
    if (found) return found.label;
    const newest = await last(context);
    await openUntil(context, newest && newest.end >= day ? after(newest.end).start : day);
  }
  throw refuse.periodClosed();
}

/** The period of a name; it may be given as `wagePeriod` or by its id. */
export async function periodNamed(
  context: Context,
  { wagePeriod: label, id }: { readonly wagePeriod?: string | null; readonly id?: string | null },
): Promise<Period> {
  const match = label ? { wagePeriod: label } : id ? { id } : null;
  const [found] = match ? await context.find(wagePeriod, match, { first: 1 }) : [];
  if (!found) throw refuse.periodMissing();
  return found;
}

/**
 * Is the period still one that lines may enter? Held so until the transaction ends: with others who put lines into it, or `alone` by who
 * counts it.
 */
export async function lockOpen(
  context: Context,
  label: string,
  how: 'together' | 'alone' = 'together',
): Promise<boolean> {
  if (how === 'alone') await holdFrom(context, 'wage_period = $2', label);
  const rows = await context.sql.query(
    `select 1 from aswageperiod where tenant_id = $1 and wage_period = $2 and is_deleted = 0 and period_status in ('open', 'calculated') for ${how === 'alone' ? 'no key update' : 'share'}`,
    [context.tenantId, label],
  );
  return rows.length > 0;
}

/** Holds a period alone until the transaction ends, and answers it as it then is: while it is counted no line enters it, or it would be on a sheet and not in its sum. */
export async function lockedAlone(context: Context, id: string): Promise<Period> {
  await holdFrom(context, 'id = $2::bigint', id);
  return context.get(wagePeriod, id);
}

/** A period with those after it, which its rest may weigh on and of which one may have to be opened; always in the same order. */
async function holdFrom(context: Context, which: 'id = $2::bigint' | 'wage_period = $2', value: string): Promise<void> {
  await context.lock('wage periods');
  await context.sql.query(
    `select t.id::text as id from aswageperiod t where t.tenant_id = $1 and t.is_deleted = 0 and t.start_date >= (select p.start_date from aswageperiod p where p.tenant_id = $1 and p.is_deleted = 0 and p.${which} limit 1) order by t.start_date, t.id for no key update of t`,
    [context.tenantId, value],
  );
}

/** The name of the period that follows, opened when there is none yet. */
export async function followingOf(context: Context, { endDate }: Period): Promise<string> {
  const next = after(endDate);
  const [found] = await context.sql.query<{ label: string }>(
    'select wage_period as label from aswageperiod where tenant_id = $1 and is_deleted = 0 and start_date = $2::date',
    [context.tenantId, next.start],
  );
  if (found) return found.label;
  await context.lock('wage periods');
  const [now] = await context.sql.query<{ label: string }>(
    'select wage_period as label from aswageperiod where tenant_id = $1 and is_deleted = 0 and start_date = $2::date',
    [context.tenantId, next.start],
  );
  return now?.label ?? (await open(context, next)).wagePeriod;
}

/** Every period up to today is there. */
export async function openUntilToday(context: Context): Promise<void> {
  await openUntil(context, context.today());
}
