import type { Label } from '#kernel/language/label.ts';
import { bilingual } from '#kernel/language/label.ts';
import type { CaseStations } from '#business/intake/timeline/timeline.server.ts';
import type { CaseReading } from '#business/intake/timeline/timeline.server.ts';
import {
  type CaseRow,
  type Station,
  joined,
  stationAt,
  stationText,
  word,
} from '#business/intake/timeline/station.rules.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import type { StoredFrame } from '#business/iot/alarms/raise/frame-shape.rules.ts';

/** The alarms that a case was born of, as far as the reader sees them. */
const alarmsOf = async (of: CaseReading): Promise<readonly CaseRow[]> => [
  ...(await of.seen(alarm, 'repairFormId', [of.order.repairFormId])),
  ...(await of.seen(alarm, 'reworkFormId', [of.order.repairFormId])),
];

const toDevice = (row: CaseRow) => ({
  no: word(row, 'deviceId'),
  to: `/matter/exampleDetail?id=${stationText(row.deviceId)}`,
});
const toAlarm = (row: CaseRow) => ({ no: stationText(row.alarmNo), to: `/iot/alarmRecord?id=${row.id}` });

/** How long the message took until it was safe; empty where nobody could say so. */
function tookWords({ receivedAt, committedAt }: StoredFrame): Label[] {
  if (committedAt === undefined) return [];
  const ms = Math.max(0, Math.round(committedAt - receivedAt));
  return [[`收到 ${ms} 毫秒后落库`, `Stored ${ms} ms after it came`]];
}

/** The message that raised an alarm: the bytes stand in the row, as they came. */
function messageStation(row: CaseRow): Station[] {
  const frame = row.frame as StoredFrame | null | undefined;
  if (!frame?.topic) return [];
  return [
    stationAt('alarm', row, {
      at: frame.at ?? stationText(row.startTime),
      links: row.deviceId ? [toDevice(row)] : [],
      lead: frame.topic,
      lines: [[`${frame.size} 字节`, `${frame.size} bytes`], ...tookWords(frame)],
    }),
  ];
}

function alarmStation(row: CaseRow): Station {
  const [zh, en] = bilingual(stationText(row.title));
  const [detail, detailEn] = bilingual(stationText(row.detail));
  return stationAt('alarm', row, {
    at: stationText(row.startTime),
    until: stationText(row.recoverTime),
    links: [toAlarm(row)],
    lead: joined([word(row, 'level'), word(row, 'ruleId')]),
    lines: [[zh, en], ...(detail ? [[detail, detailEn] as const] : [])],
  });
}

/** What telemetry says of the repair: while it watches, and what came of it. */
function verdictStation(row: CaseRow): Station[] {
  if (!row.verifyFrom || !row.verdict || row.verdict === 'none') return [];
  const rework = stationText(row.reworkFormId);
  return [
    stationAt('alarm', row, {
      at:
        row.verdict === 'watching'
          ? stationText(row.verifyFrom)
          : stationText(row.verdictTime) || stationText(row.verifyUntil),
      until: row.verdict === 'watching' ? stationText(row.verifyUntil) : '',
      links: [
        toAlarm(row),
        ...(rework ? [{ no: word(row, 'reworkFormId'), to: `/maintenance/asrepairform?id=${rework}` }] : []),
      ],
      lead: word(row, 'verdict'),
    }),
  ];
}

/** What devices add to a case that they began: the message, the alarm, and the verdict of telemetry. */
export const alarmStations: readonly CaseStations[] = [
  { kind: 'message', sort: 1, read: async (of) => (await alarmsOf(of)).flatMap(messageStation) },
  { kind: 'alarm', sort: 2, read: async (of) => (await alarmsOf(of)).map(alarmStation) },
  { kind: 'verdict', sort: 75, read: async (of) => (await alarmsOf(of)).flatMap(verdictStation) },
];
