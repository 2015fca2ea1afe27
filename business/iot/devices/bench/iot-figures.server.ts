import type { Label } from '#kernel/language/label.ts';
import { addMinutes } from '#kernel/language/days.ts';
import { buttonOf, menuOf } from '#kernel/language/paper.ts';
import { type Reading, sql } from '#kernel/server';
import type { BenchFigure } from '#business/masterdata/piles/bench.calls.ts';
import type { ContributedFigure } from '#business/masterdata/piles/bench.server.ts';
import { hoursBack, shareFor } from '#business/masterdata/piles/share.rules.ts';
import { execStatus } from '../../commands/dictionaries.ts';
import { deviceCommand } from '../../commands/device-command.paper.ts';
import { rejectReason } from '../../records/dictionaries.ts';
import { ingestReject } from '../../records/ingest-reject.paper.ts';
import { device } from '../device.paper.ts';

/** States in which a command has ended. Skipped ones count as ended. */
const ENDED = ['success', 'failed', 'timeout', 'expired', 'canceled', 'skipped'] as const;

const SPAN: Label = ['24 时', '24 h'];
const HOUR = "'YYYY-MM-DD HH24'";
const DAY_MINUTES = 1440;

const since = (reading: Reading): string => addMinutes(reading.now(), -DAY_MINUTES);
const number = (value: number): string => value.toLocaleString('en-US');

type Read = Omit<BenchFigure, 'name' | 'target'>;

const shareFigure = (
  facts: Pick<Read, 'label' | 'good' | 'of' | 'ofWords' | 'series' | 'because' | 'links'>,
  target: number,
): Read => ({
  ...facts,
  unit: 'share',
  value: shareFor(facts.good, facts.of, target),
  isLess: false,
  span: SPAN,
});

/** Return how many devices were online at the end of each of the last 24 hours: the present number less later changes. */
async function onlineByHour(reading: Reading, online: number): Promise<number[]> {
  const visible = await reading.visible(device, { query: { instanceStatus: 'active' } }).sql();
  const changes = await reading.sql.query<{ hour: string; up: number }>(
    sql`select to_char(e.change_time, ${HOUR}) as hour, (count(*) filter (where e.online_status = 'online') - count(*) filter (where e.online_status = 'offline'))::int as up
       from iot_online_event e where e.tenant_id = ${reading.tenantId} and e.change_time > ${since(reading)}::timestamptz
       and exists (select from iot_device t where t.tenant_id = e.tenant_id and t.id = e.device_id and (t.owned_since is null or e.change_time >= t.owned_since) and ${visible}) group by 1`,
  );
  const byHour = new Map(changes.map(({ hour, up }) => [hour, up]));
  let at = online;
  const back: number[] = [];
  for (const hour of hoursBack(reading.now()).toReversed()) {
    back.unshift(Math.max(0, at));
    at -= byHour.get(hour) ?? 0;
  }
  return back;
}

/** Devices that are online, of those in use. */
async function devicesOnline(reading: Reading, target: number): Promise<Read | null> {
  const visible = await reading.visible(device, { query: { instanceStatus: 'active' } }).sql();
  const [found] = await reading.sql.query<{ of: number; good: number; lost: number }>(
    sql`select count(*)::int as of, count(*) filter (where t.online_status = 'online')::int as good,
       count(*) filter (where t.online_status <> 'online' and t.last_offline_time > ${since(reading)}::timestamptz)::int as lost from iot_device t where ${visible}`,
  );
  if (found.of === 0) return null;
  const { of, good, lost } = found;
  const series = (await onlineByHour(reading, good)).map((one) => shareFor(Math.min(one, of), of, target));
  const back = shareFor(good + lost, of, target);
  return shareFigure(
    {
      label: ['设备在线', 'Devices online'],
      good,
      of,
      ofWords: [`${number(good)} / ${number(of)} 台`, `${number(good)} of ${number(of)} devices`],
      series,
      because: [
        `${number(of - good)} 台不在线，24 时内掉线 ${number(lost)} 台；补上就是 ${back}%`,
        `${number(of - good)} are offline, ${number(lost)} since 24 h; back, they make ${back}%`,
      ],
      links: [
        { label: ['在用设备', 'Devices in use'], to: `${menuOf(device).path}?instanceStatus=active`, rows: of },
        {
          label: ['在线', 'Online'],
          to: `${menuOf(device).path}?instanceStatus=active&onlineStatus=online`,
          rows: good,
        },
      ],
    },
    target,
  );
}

/** Messages of today that were stored, of those that came, without those of earlier families. */
async function received(reading: Reading, target: number): Promise<Read | null> {
  const begin = `${reading.today()} 00:00:00`;
  const visible = await reading.visible(ingestReject, { query: { rejectTime_datege: since(reading) } }).sql();
  const rejected = await reading.sql.query<{ hour: string; isToday: boolean; reason: string | null; n: number }>(
    sql`select to_char(t.reject_time, ${HOUR}) as hour, t.reject_time >= ${begin}::timestamptz as "isToday", t.reason, count(*)::int as n from iot_ingest_reject t where ${visible} group by 1, 2, 3`,
  );
  const stored = await reading.sql.query<{ hour: string; isToday: boolean; n: number }>(
    sql`select to_char(m.ts, ${HOUR}) as hour, m.ts >= ${begin}::timestamptz as "isToday", count(*)::int as n
       from iot_telemetry m join iot_device d on d.tenant_id = m.tenant_id and d.id = m.device_id
       where m.tenant_id = ${reading.tenantId} and m.ts > ${since(reading)}::timestamptz and m.ts <= ${reading.now()}::timestamptz
         and (d.owned_since is null or m.ts >= d.owned_since) group by 1, 2`,
  );
  const sum = (rows: readonly { readonly n: number }[]): number => rows.reduce((all, { n }) => all + n, 0);
  const lost = sum(rejected.filter(({ isToday }) => isToday));
  const good = sum(stored.filter(({ isToday }) => isToday));
  if (good + lost === 0) return null;
  const reasons = new Map<string, number>();
  for (const { reason, n, isToday } of rejected)
    if (isToday && reason) reasons.set(reason, (reasons.get(reason) ?? 0) + n);
  const [worst] = [...reasons].toSorted((one, other) => other[1] - one[1]);
  const { [worst?.[0] ?? '']: words } = rejectReason.items as Readonly<Record<string, readonly [string, string]>>;
  const to = `${menuOf(ingestReject).path}?${new URLSearchParams({ rejectTime_datege: begin }).toString()}`;
  return shareFigure(
    {
      label: ['收到并落库', 'Received and stored'],
      good,
      of: good + lost,
      ofWords: [`今天 ${number(good + lost)} 条`, `${number(good + lost)} today`],
      series: hoursBack(reading.now()).map((hour) => {
        const came = sum(stored.filter((one) => one.hour === hour));
        const gone = sum(rejected.filter((one) => one.hour === hour));
        return shareFor(came, came + gone, target);
      }),
      because:
        lost === 0
          ? ['今天没有拒收', 'Nothing was rejected today']
          : [
              `拒收 ${number(lost)} 条${words ? `，最多的是${words[0]} ${number(worst[1])} 条` : ''}`,
              `${number(lost)} rejected${words ? `, most of all ${words[1]}: ${number(worst[1])}` : ''}`,
            ],
      links: [{ label: ['拒收的', 'Rejected'], to, rows: lost }],
    },
    target,
  );
}

/** Commands of today that succeeded, of those that ended. */
async function commandsDone(reading: Reading, target: number): Promise<Read | null> {
  const begin = `${reading.today()} 00:00:00`;
  const query = { commandTime_datege: since(reading), execStatus_in: ENDED.join(',') };
  const visible = await reading.visible(deviceCommand, { query }).sql();
  const counted = await reading.sql.query<{ hour: string; isToday: boolean; status: string; n: number }>(
    sql`select to_char(t.command_time, ${HOUR}) as hour, t.command_time >= ${begin}::timestamptz as "isToday", t.exec_status as status, count(*)::int as n from iot_instruction_task_device t where ${visible} group by 1, 2, 3`,
  );
  const sum = (rows: readonly { readonly n: number }[]): number => rows.reduce((all, { n }) => all + n, 0);
  const today = counted.filter(({ isToday }) => isToday);
  const of = sum(today);
  if (of === 0) return null;
  const isGood = ({ status }: { readonly status: string }): boolean => status === 'success';
  const lost = today.filter((one) => !isGood(one));
  const items = execStatus.items as Readonly<Record<string, readonly [string, string, string?]>>;
  const named = (language: 0 | 1): string =>
    ENDED.flatMap((status) => {
      const n = sum(lost.filter((one) => one.status === status));
      return n > 0 ? [`${items[status][language]} ${number(n)}`] : [];
    }).join(language ? ', ' : '，');
  const to = `${menuOf(deviceCommand).path}?${new URLSearchParams({ commandTime_datege: begin, execStatus_in: ENDED.join(',') }).toString()}`;
  return shareFigure(
    {
      label: ['下行成功', 'Commands that succeeded'],
      good: of - sum(lost),
      of,
      ofWords: [`${number(of - sum(lost))} / ${number(of)} 台`, `${number(of - sum(lost))} of ${number(of)}`],
      series: hoursBack(reading.now()).map((hour) => {
        const there = counted.filter((one) => one.hour === hour);
        return shareFor(sum(there.filter(isGood)), sum(there), target);
      }),
      because:
        lost.length === 0
          ? ['今天都成功了', 'All of today succeeded']
          : [`${number(sum(lost))} 台没成：${named(0)}`, `${number(sum(lost))} did not: ${named(1)}`],
      links: [{ label: ['今天结束的', 'Ended today'], to, rows: of }],
    },
    target,
  );
}

/** The figures that an engineer of devices can move. */
export const iotFigures: readonly ContributedFigure[] = [
  { name: 'devicesOnline', sort: 10, benches: ['iot'], buttons: [buttonOf(device, 'view')], read: devicesOnline },
  { name: 'messagesStored', sort: 20, benches: ['iot'], buttons: [buttonOf(ingestReject, 'view')], read: received },
  { name: 'commandsDone', sort: 30, benches: ['iot'], buttons: [buttonOf(deviceCommand, 'view')], read: commandsDone },
];
