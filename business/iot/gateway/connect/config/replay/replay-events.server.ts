import type { Draft } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { LaneEntry } from '../../../../ingest/entry.rules.ts';
import {
  EVENTS_LOCK,
  type EventRow,
  eventRows,
  storedEvents,
  withoutKey,
} from '../../../../ingest/lane/event-rows.server.ts';
import { deviceEvent } from '../../../../records/device-event.paper.ts';
import { isEqualJson } from '../samples/same-value.rules.ts';

/** Rows to write, and the rows that differ. */
interface EventChanges {
  readonly added: readonly EventRow[];
  readonly changed: readonly { readonly id: string; readonly params: EventRow['params']; readonly late: boolean }[];
}

/**
 * Compare the events of frames with those stored for the same device, name and second. Several frames of a second are
 * one row: it stays if it is one of them, and is the first otherwise. `seen`: the keys that earlier frames have decided.
 */
async function changesOf(context: Context, events: readonly EventRow[], seen: Set<string>): Promise<EventChanges> {
  const open = Map.groupBy(
    events.filter(({ key }) => !seen.has(key)),
    ({ key }) => key,
  );
  for (const key of open.keys()) seen.add(key);
  const firsts = [...open.values()].map(([first]) => first);
  if (!firsts.length) return { added: [], changed: [] };
  const stored = await storedEvents(context, firsts);
  const isThere = (one: EventRow, row: { readonly params: unknown; readonly late: boolean | null }): boolean =>
    isEqualJson(one.params, row.params) && one.late === (row.late === true);
  return {
    added: firsts.filter(({ key }) => !stored.has(key)),
    changed: firsts.flatMap(({ key, params, late }) => {
      const row = stored.get(key);
      const isRight = !row || open.get(key)?.some((one) => isThere(one, row));
      return isRight ? [] : [{ id: row.id, params, late }];
    }),
  };
}

/** Write the events of frames at their moments: rows alone, without alarms. Return how many are new or different. */
export async function replayEvents(
  context: Context,
  entries: readonly LaneEntry[],
  { isDry, seen }: { readonly isDry: boolean; readonly seen: Set<string> },
): Promise<[added: number, changed: number]> {
  const events = eventRows(entries, context.zone);
  if (!events.length) return [0, 0];
  if (!isDry) await context.lock(EVENTS_LOCK);
  const { added, changed } = await changesOf(context, events, seen);
  if (!isDry && added.length)
    await context.append(deviceEvent, added.map(withoutKey) as unknown as readonly Draft<typeof deviceEvent>[]);
  if (!isDry && changed.length) await context.touch(deviceEvent, changed);
  return [added.length, changed.length];
}
