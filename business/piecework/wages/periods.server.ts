import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { addDays, monthFrom } from '#kernel/language/days.ts';
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

/** Months ahead of today in which a date may open a period. */
const AHEAD_MONTHS = 2;

/** Open the periods up to a day. Each begins where the previous one ends. */
async function openUntil(context: Context, day: string): Promise<void> {
  if (day > addDays(monthFrom(context.today(), AHEAD_MONTHS + 1), -1)) throw refuse.periodTooFar();
  await context.lock('wage periods');
  let before = await last(context);
  if (!before) before = { label: '', end: (await open(context, monthOf(day))).endDate };
  while (before.end < day) before = { label: '', end: (await open(context, after(before.end))).endDate };
}

/** Return the first period of a company: the named month, or that of a day. It may start within a month. */
function firstOf({ label, start }: Partial<MonthSpan>, today: string): MonthSpan {
  const month = monthOf(start ?? (label && isMonth(label) ? `${label}-01` : today));
  return { ...month, start: start ?? month.start };
}

/** Open the next period early. It begins where the last one ends. */
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

/**
 * Maximum of tries: a period that was found may be sent before it is locked, and the next one may have to be opened.
 */
const TRIES = 4;

/**
 * Return the period that pays for a day: the first open or calculated one that ends on or after it. Create it if
 * missing. It is locked until the transaction ends, so that it cannot be sent or closed meanwhile.
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

/** Return the period of a month (`yyyy-MM`) or an id; refuse an unknown one. */
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
 * Lock a period until the transaction ends, and return whether lines may enter it. Writers of lines share the lock;
 * `alone` is for a calculation.
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

/**
 * Lock a period alone until the transaction ends, and return its present row. No line enters during the calculation: it
 * would be on a sheet and not in its sum.
 */
export async function lockedAlone(context: Context, id: string): Promise<Period> {
  await holdFrom(context, 'id = $2::bigint', id);
  return context.get(wagePeriod, id);
}

/**
 * Lock a period and all later ones, in the order of their start. The damages that the period carries over may change
 * later periods, or open a new one.
 */
async function holdFrom(context: Context, which: 'id = $2::bigint' | 'wage_period = $2', value: string): Promise<void> {
  await context.lock('wage periods');
  await context.sql.query(
    `select t.id::text as id from aswageperiod t where t.tenant_id = $1 and t.is_deleted = 0 and t.start_date >= (select p.start_date from aswageperiod p where p.tenant_id = $1 and p.is_deleted = 0 and p.${which} limit 1) order by t.start_date, t.id for no key update of t`,
    [context.tenantId, value],
  );
}

/** Return the name of the next period; open it if missing. */
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

/** Open every period up to today. */
export async function openUntilToday(context: Context): Promise<void> {
  await openUntil(context, context.today());
}
