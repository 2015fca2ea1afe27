import { addDays } from '#kernel/language/days.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { type Reading, RowWriter, type WorkbookSheet, exchange, raw, sql } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { refuse } from '../refusals.ts';
import type { exportOnlineRate } from './online-rate.calls.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';
import { householdFacts } from '#business/operation/households/household-facts.relation.ts';
import { onlineDayFacts } from '#business/iot/history/store/online-day-facts.relation.ts';

/** Number of days in the workbook if no span is requested. */
const USUAL_DAYS = 30;
const MAX_DAYS = 92;
const MAX_ROWS = 200_000;

interface Line {
  readonly deviceName: string;
  readonly deviceKey: string;
  readonly model: string;
  readonly home: string;
  readonly day: string;
  readonly seconds: number;
  readonly changes: number;
  readonly due: number;
}

const columns: readonly (readonly [label: Label, type: 'text' | 'number' | 'day', of: (line: Line) => string])[] = [
  [['设备', 'Device'], 'text', ({ deviceName }) => deviceName],
  [['设备标识', 'Device key'], 'text', ({ deviceKey }) => deviceKey],
  [['物模型', 'Thing model'], 'text', ({ model }) => model],
  [['家庭', 'Home'], 'text', ({ home }) => home],
  [['日期', 'Day'], 'day', ({ day }) => day],
  [['在线（小时）', 'Online (h)'], 'number', ({ seconds }) => (seconds / 3600).toFixed(2)],
  [['在线率（%）', 'Online rate (%)'], 'number', ({ seconds, due }) => ((seconds / due) * 100).toFixed(1)],
  [['上下线次数', 'Changes'], 'number', ({ changes }) => String(changes)],
];

/**
 * SQL: hours online are the recorded seconds of the day. For a device that is online now, the time since its last
 * connection is added.
 */
const LINES = `select t.device_name as "deviceName", t.device_key as "deviceKey", m.model_name as model, coalesce(h.name, '') as home, to_char(g.day, 'YYYY-MM-DD') as day,
    least(extract(epoch from least(g.day + interval '1 day', now.at) - g.day), coalesce(o.online_sec, 0) + case when t.online_status = 'online'
      then greatest(0, extract(epoch from least(g.day + interval '1 day', now.at) - greatest(g.day, t.last_online_time))) else 0 end)::int as seconds,
    coalesce(o.changes, 0) as changes, greatest(1, extract(epoch from least(g.day + interval '1 day', now.at) - g.day))::int as due`;

/** Return the workbook, with a row for each visible device and day since the present home got the device. */
export async function onlineRateBook(
  reading: Reading,
  input: CallInputOf<typeof exportOnlineRate>,
): Promise<{ name: string; sheets: WorkbookSheet[] }> {
  const today = reading.today();
  const last = input.to ?? today;
  const first = input.from ?? addDays(last, 1 - USUAL_DAYS);
  if (last > addDays(first, MAX_DAYS - 1)) throw refuse.spanTooLong({ days: MAX_DAYS });
  const devices = reading.visible(device, { query: input.filters });
  const lines = await reading.sql.query<Line>(
    sql`${raw(LINES)} from ${deviceFacts} t join ${thingModelFacts} m on m.tenant_id = t.tenant_id and m.id = t.model_id
       left join ${householdFacts} h on h.tenant_id = t.tenant_id and h.id = t.household_id
       cross join (select ${reading.now()}::timestamptz as at) now
       cross join lateral generate_series(${first}::timestamptz, least(${last}::timestamptz, now.at), interval '1 day') as g(day)
       left join ${onlineDayFacts} o on o.device_id = t.id and o.day = g.day::date and o.tenant_id = t.tenant_id
     where ${await devices.sql()} and (t.owned_since is null or g.day >= t.owned_since) order by t.id, g.day limit ${raw(MAX_ROWS + 1)}`,
  );
  if (lines.length > MAX_ROWS) throw exchange.tooManyRows({ most: MAX_ROWS });
  const writer = new RowWriter(columns.map(([, type]) => type));
  function* written(): Generator<string> {
    for (const line of lines) yield writer.xml(columns.map(([, , of]) => of(devices.present(line))));
  }
  const title = labelIn(['在线率', 'Online rate'], reading.language);
  return {
    name: `${title} ${first} ${last}`,
    sheets: [
      {
        name: title,
        header: columns.map(([label]) => labelIn(label, reading.language)),
        widths: columns.map(() => 16),
        rows: written(),
      },
    ],
  };
}
