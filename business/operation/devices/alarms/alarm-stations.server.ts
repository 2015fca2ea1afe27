import { asText } from '#kernel/language/values.ts';
import type { Label } from '#kernel/language/label.ts';
import { bilingual } from '#kernel/language/label.ts';
import type { CaseStations } from '#business/intake/timeline/timeline.server.ts';
import type { CaseReading } from '#business/intake/timeline/timeline.server.ts';
import { type CaseRow, type Station, joined, stationAt, word } from '#business/intake/timeline/station.rules.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { deviceCommand } from '#business/iot/commands/device-command.paper.ts';
import type { StoredFrame } from '#business/iot/alarms/raise/frame-shape.rules.ts';

/** Return the alarms that caused the repair request of an order, or its rework request, if the reader may see them. */
const alarmsOf = async (of: CaseReading): Promise<readonly CaseRow[]> => [
  ...(await of.seen(alarm, 'repairFormId', [of.order.repairFormId])),
  ...(await of.seen(alarm, 'reworkFormId', [of.order.repairFormId])),
];

const toDevice = (row: CaseRow) => ({
  no: word(row, 'deviceId'),
  to: `/matter/exampleDetail?id=${asText(row.deviceId)}`,
});
const toAlarm = (row: CaseRow) => ({ no: asText(row.alarmNo), to: `/iot/alarmRecord?id=${row.id}` });

/** Return in words how long it took to store a message; empty if unknown. */
function tookWords({ receivedAt, committedAt }: StoredFrame): Label[] {
  if (committedAt === undefined) return [];
  const ms = Math.max(0, Math.round(committedAt - receivedAt));
  return [[`收到 ${ms} 毫秒后落库`, `Stored ${ms} ms after it came`]];
}

/**
 * Return the message that raised an alarm as an entry in the timeline of an order; an empty list without a stored
 * message.
 */
function messageStation(row: CaseRow): Station[] {
  const frame = row.frame as StoredFrame | null | undefined;
  if (!frame?.topic) return [];
  return [
    stationAt('alarm', row, {
      at: frame.at ?? asText(row.startTime),
      links: row.deviceId ? [toDevice(row)] : [],
      lead: frame.topic,
      lines: [[`${frame.size} 字节`, `${frame.size} bytes`], ...tookWords(frame)],
    }),
  ];
}

function alarmStation(row: CaseRow): Station {
  const [zh, en] = bilingual(asText(row.title));
  const [detail, detailEn] = bilingual(asText(row.detail));
  return stationAt('alarm', row, {
    at: asText(row.startTime),
    until: asText(row.recoverTime),
    links: [toAlarm(row)],
    lead: joined([word(row, 'level'), word(row, 'ruleId')]),
    lines: [[zh, en], ...(detail ? [[detail, detailEn] as const] : [])],
  });
}

/** Return the commands by which an alarm was tried to be ended without a visit, between its start and its end. */
async function remoteStations(of: CaseReading, row: CaseRow): Promise<Station[]> {
  if (!row.deviceId) return [];
  const tries = await of.seen(deviceCommand, 'deviceId', [row.deviceId], {
    source: 'remote',
    commandTime_dategt: asText(row.startTime),
    ...(row.recoverTime ? { commandTime_datelt: asText(row.recoverTime) } : {}),
  });
  return tries.map((one) =>
    stationAt('deviceCommand', one, {
      at: asText(one.commandTime),
      until: asText(one.replyTime),
      links: [{ no: word(one, 'title'), to: `/iot/deviceCommand?id=${one.id}` }],
      lead: word(one, 'execStatus'),
      lines: [word(one, 'resultMsg'), word(one, 'reason'), word(one, 'sendReason')]
        .filter(Boolean)
        .map((words) => [words, words] as const),
    }),
  );
}

/** Return the verdict of telemetry on a repair, or the running watch, as an entry in the timeline of an order. */
function verdictStation(row: CaseRow): Station[] {
  if (!row.verifyFrom || !row.verdict || row.verdict === 'none') return [];
  const rework = asText(row.reworkFormId);
  return [
    stationAt('alarm', row, {
      at: row.verdict === 'watching' ? asText(row.verifyFrom) : asText(row.verdictTime) || asText(row.verifyUntil),
      until: row.verdict === 'watching' ? asText(row.verifyUntil) : '',
      links: [
        toAlarm(row),
        ...(rework ? [{ no: word(row, 'reworkFormId'), to: `/maintenance/asrepairform?id=${rework}` }] : []),
      ],
      lead: word(row, 'verdict'),
    }),
  ];
}

/**
 * Entries in the timeline of an order that come from devices: the message, the alarm, the remote try, and the verdict of
 * telemetry.
 */
export const alarmStations: readonly CaseStations[] = [
  { kind: 'message', sort: 1, read: async (of) => (await alarmsOf(of)).flatMap(messageStation) },
  { kind: 'alarm', sort: 2, read: async (of) => (await alarmsOf(of)).map(alarmStation) },
  {
    kind: 'remote',
    sort: 3,
    read: async (of) => {
      const found = await Promise.all((await alarmsOf(of)).map((row) => remoteStations(of, row)));
      // Alarms of one device share its commands.
      return [...new Map(found.flat().map((one) => [one.key, one])).values()];
    },
  },
  { kind: 'verdict', sort: 75, read: async (of) => (await alarmsOf(of)).flatMap(verdictStation) },
];
