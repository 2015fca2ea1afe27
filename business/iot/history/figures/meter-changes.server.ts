import type { Sql } from '#kernel/server';
import type { CountedDevice } from './counted-device.rules.ts';
import type { CounterFacts } from './day-figures.rules.ts';
import type { CounterChange } from './growth.rules.ts';

interface ChangeRow {
  readonly identifier: string;
  readonly ts: number;
  readonly oldEnd: number;
  readonly newStart: number;
  /** This device was replaced by the device of the row. */ readonly isLeaving: boolean;
  /** This device replaced another one. */ readonly isComing: boolean;
}

/**
 * Return an exchange as a change of one counter. Readings of another counter or device are null: the counter starts
 * again.
 */
function changeOf({ ts, isLeaving, isComing, oldEnd, newStart, ...row }: ChangeRow, identifier: string): CounterChange {
  const isNamed = row.identifier === identifier;
  return {
    ts,
    end: isNamed && !isComing ? oldEnd : null,
    start: isNamed && !isLeaving ? newStart : null,
  };
}

/** Return a function that gives the recorded meter exchanges of a device for a counter, up to a moment. */
export async function meterChangesOf(
  sql: Sql,
  { tenantId, deviceId, since = 0 }: CountedDevice,
  until: number,
): Promise<CounterFacts['changesOf']> {
  const rows = await sql.query<ChangeRow>(
    `select identifier, (extract(epoch from change_time) * 1000)::float8 as ts, old_end::float8 as "oldEnd", new_start::float8 as "newStart",
       device_id <> $2 as "isLeaving", device_id = $2 and replaced_id is not null as "isComing"
     from iot_meter_change where tenant_id = $1 and is_deleted = 0 and (device_id = $2 or replaced_id = $2)
       and change_time >= to_timestamp($3::float8 / 1000) and change_time <= to_timestamp($4::float8 / 1000) order by change_time`,
    [tenantId, deviceId, since, until],
  );
  return (identifier) => {
    const named = new Set(rows.filter((row) => row.identifier === identifier).map(({ ts }) => ts));
    // An exchange has one row for each recorded counter, all with the same moment. For a counter without such a row,
    // the exchange counts without readings.
    const mine = rows.filter((row) => row.identifier === identifier || !named.has(row.ts));
    return mine.map((row) => changeOf(row, identifier));
  };
}
