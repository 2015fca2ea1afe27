import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { alarm } from '../alarm/alarm.paper.ts';
import type { AlarmEffect } from './alarm-effect.server.ts';
import type { AlarmWorld } from './alarm-effect.server.ts';
import { silencerOf } from './silencer.server.ts';
import { StormWatch } from './storm.server.ts';

type Alarm = Row<typeof alarm>;
type Draft = Partial<Alarm>;

/** An alarm that late messages raised and a live one has now confirmed. The draft has the fields of a new alarm. */
export interface LiftedAlarm {
  readonly key: string;
  readonly draft: Draft;
  readonly effect: AlarmEffect;
}

/** Does an effect show that the fault holds now: not the end of an alarm, and not from a late message? */
export const isLiveFault = ({ kind, isLate }: AlarmEffect): boolean => kind !== 'clear' && !isLate;

/**
 * Record that an open alarm is no longer late. Its repair request becomes due as for a new alarm, unless the alarm is
 * suppressed or has a request.
 */
export const liftLate = (context: Context, row: Alarm, { repairDue = null }: Draft): Promise<Alarm> =>
  context.change(alarm, row.id, {
    late: false,
    repairDue: row.alarmStatus === 'suppressed' || row.repairFormId ? null : repairDue,
  });

/**
 * Announce alarms that are no longer late in the same way as new ones, if they are still active. Suppression and storms
 * apply too.
 */
export async function announceLifted(
  context: Context,
  open: Map<string, Alarm>,
  lifted: readonly LiftedAlarm[],
  world: AlarmWorld,
): Promise<void> {
  const rows = lifted.flatMap(({ key, draft, effect }) => {
    const row = open.get(key);
    return row?.alarmStatus === 'active' ? [{ key, row, draft, effect }] : [];
  });
  if (rows.length === 0) return;
  const drafts = rows.map(({ row, draft }) => ({ ...row, startTime: draft.startTime }));
  const effects = rows.map(({ effect }) => effect);
  const silencer = await silencerOf(context, drafts, effects, world);
  const loud: Draft[] = [];
  for (const draft of drafts) {
    const suppressedBy = silencer(draft);
    if (suppressedBy) await silence(context, open, draft, { suppressedBy, repairDue: null });
    else loud.push(draft);
  }
  const storms = new StormWatch(context);
  const { members, others } = await storms.divide(loud);
  for (const { suppressedBy, stormId, repairDue, ...draft } of members)
    await silence(context, open, draft, { suppressedBy, stormId, repairDue });
  for (const { id } of others) await context.emit('alarm.raised', { id });
  await storms.settle();
}

/** Suppress an alarm that would otherwise be announced. */
async function silence(
  context: Context,
  open: Map<string, Alarm>,
  { id, openKey }: Draft,
  values: Draft,
): Promise<void> {
  const why = values.stormId ? 'storm' : 'again';
  const row = await context.move(alarm, String(id), 'suppressed', why, values);
  if (row) open.set(String(openKey), row);
}
