import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, choiceOf, roomCall } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  anything,
  bothLanguages,
  choice,
  fileAnswer,
  list,
  map,
  nullable,
  of,
  page,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { device } from '../devices/device.paper.ts';
import { deviceEvent } from '../records/device-event.paper.ts';
import { deviceOnline } from '../records/device-online.paper.ts';
import { specsShape } from '../models/model-schema.rules.ts';

const ofDevice = () => id(device.title, { required: true });
/** Start of a span: milliseconds, or `yyyy-MM-dd HH:mm:ss` in the time zone of the company. */
const from = () => text(['开始', 'From'], { max: 19, required: true });
const until = () => text(['结束', 'Until'], { max: 19, required: true });

/** A property with its current value. */
const item = record({
  identifier: anyText,
  name: bothLanguages,
  value: nullable(anything('deviceValue')),
  text: bothLanguages,
  unit: anyText,
  /** Moment of the value (milliseconds); null: never reported. */ ts: nullable(anyNumber),
  /** The device reports this value only when it changes, so an old value is not outdated. */ isOnChange: yesOrNo,
  quality: choice('good', 'late', 'clock', 'range'),
  trend: list(nullable(anyNumber)),
  isNumber: yesOrNo,
  chart: yesOrNo,
});

export const currentValues = call(device, 'current-work-condition', {
  method: 'GET',
  needs: 'view',
  title: ['当前工况', 'Current values'],
  query: { deviceId: ofDevice() },
  answer: record({
    deviceId: anyText,
    ts: nullable(anyNumber),
    onlineStatus: anyText,
    /** Report interval of the model, in seconds. */ reportIntervalSec: anyNumber,
    groups: list(record({ group: anyText, name: bothLanguages, items: list(item) })),
  }),
});
export type CurrentValues = AnswerOf<typeof currentValues.answer>;

/** Maximal number of devices in one request; as many can be watched live. */
export const MAX_NOW = 200;

/** The one or two leading values of each device, with the parts of their properties that are needed to show them. */
export const devicesNow = call(device, 'now', {
  method: 'GET',
  needs: 'view',
  title: ['多台设备此刻', 'Devices now'],
  query: { ids: refs('device', device.title, { required: true, max: MAX_NOW }) },
  answer: list(
    record({
      id: anyText,
      reportIntervalSec: anyNumber,
      /** Moment of the newest message (milliseconds); null: none. */ ts: nullable(anyNumber),
      leading: list(
        record({
          property: record({
            identifier: anyText,
            name: anyText,
            nameEn: nullable(anyText),
            unit: nullable(anyText),
            dataType: nullable(anyText),
            specs: nullable(specsShape),
            aggregation: nullable(anyText),
          }),
          value: nullable(anything('deviceValue')),
        }),
      ),
      /** Last points of the first leading value, oldest first. */ trend: list(nullable(anyNumber)),
    }),
  ),
});
export type DeviceNow = AnswerOf<typeof devicesNow.answer>[number];

const series = record({
  identifier: anyText,
  name: bothLanguages,
  unit: anyText,
  /** Longest silence of a property that comes on change or has a dead band, in seconds; null: it comes periodically. */
  silentSec: nullable(anyNumber),
  points: list(list(nullable(anyNumber))),
  /** Buckets of a counter with a doubtful value, and why: for example rejected readings, or an exchanged meter. */
  marks: list(record({ at: anyNumber, label: bothLanguages })),
});

export const historyValues = call(device, 'history-work-condition', {
  method: 'GET',
  needs: 'view',
  title: ['历史工况', 'Value history'],
  query: {
    deviceId: ofDevice(),
    identifiers: text(['属性', 'Properties'], { max: 1000, required: true }),
    start: from(),
    end: until(),
    bucket: text(['粒度', 'Bucket'], { max: 4 }),
    agg: text(['聚合', 'Aggregation'], { max: 8 }),
  },
  answer: record({
    deviceId: anyText,
    bucket: anyText,
    agg: anyText,
    series: list(series),
    /** Share of the expected messages that arrived, 0 to 1. */ coverage: anyNumber,
    truncated: yesOrNo,
  }),
});
export type HistoryValues = AnswerOf<typeof historyValues.answer>;

export const historyRows = call(device, 'history-work-condition/page', {
  method: 'GET',
  needs: 'view',
  title: ['历史工况列表', 'Value rows'],
  query: {
    deviceId: ofDevice(),
    start: from(),
    end: until(),
    current: pageNumber(),
    size: pageSize(20, 200),
  },
  answer: page(
    record({ ts: anyNumber, data: map(anything('deviceValue')), quality: list(choice('late', 'clock', 'range')) }),
  ),
});

const removed = () => ({
  deviceId: ofDevice(),
  start: from(),
  end: until(),
  reason: text(['原因', 'Reason'], { max: 200, required: true }),
});

export const deleteValues = call(device, 'work-condition/delete', {
  method: 'POST',
  needs: 'work_condition_delete',
  title: ['删除工况', 'Delete values'],
  body: removed(),
  answer: record({ deleted: anyNumber }),
});
/** The same call with the method DELETE, which some clients use. */
export const deleteValuesByDelete = call(device, 'work-condition/delete', {
  method: 'DELETE',
  needs: 'work_condition_delete',
  title: ['删除工况', 'Delete values'],
  query: removed(),
  answer: record({ deleted: anyNumber }),
});

export const deviceEvents = call(device, 'events', {
  method: 'GET',
  needs: 'view',
  title: ['设备事件', 'Events of a device'],
  query: { deviceId: ofDevice(), current: pageNumber(), size: pageSize(20, 200) },
  answer: page(of(deviceEvent)),
});

export const onlineLog = call(device, 'online-log', {
  method: 'GET',
  needs: 'view',
  title: ['上下线记录', 'Connection history of a device'],
  query: { deviceId: ofDevice(), current: pageNumber(), size: pageSize(20, 200) },
  answer: page(of(deviceOnline)),
});

export const downloadValues = call(device, 'work-condition/download', {
  method: 'GET',
  needs: 'view',
  title: ['下载工况', 'Download values'],
  query: {
    deviceId: ofDevice(),
    start: from(),
    end: until(),
    identifiers: text(['属性', 'Properties'], { max: 1000 }),
    format: choiceOf(['格式', 'Format'], ['csv', 'xlsx'], { initial: 'csv' }),
  },
  answer: fileAnswer('text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
});

/** The last messages of a device: values, events, and announcements at start (`log`), newest first. */
export const lastMessages = call(device, 'last-messages', {
  method: 'GET',
  needs: 'view',
  title: ['最近报文', 'Last messages'],
  query: { deviceId: ofDevice() },
  answer: list(
    record({
      ts: anyNumber,
      kind: choice('values', 'event', 'log'),
      words: bothLanguages,
      count: anyNumber,
    }),
  ),
});

const listener = record({
  kind: anyText,
  port: anyNumber,
  state: anyText,
  reason: nullable(anyText),
  /** Open connections. */ lines: anyNumber,
  /** Messages since the start. */ messages: anyNumber,
});
/** Figures of all processes in a span of time: sums of messages, the worst of the others. */
const pastSpan = record({
  at: anyNumber,
  lines: anyNumber,
  commitMs: anyNumber,
  oldestMs: anyNumber,
  spooled: anyNumber,
  messages: anyNumber,
  refused: anyNumber,
});
const lane = record({
  queue: anyNumber,
  written: anyNumber,
  batches: anyNumber,
  lastBatch: anyNumber,
  lastCommitMs: anyNumber,
  commitP50Ms: anyNumber,
  commitP99Ms: anyNumber,
  spooled: anyNumber,
  spoolBytes: anyNumber,
  oldestMs: anyNumber,
  isAway: yesOrNo,
});

/** Figures on the intake of device messages, by process. */
export const ingestFigures = roomCall('iot/ingest/figures', {
  method: 'GET',
  needs: 'person',
  title: ['接入监控', 'Ingest figures'],
  query: { range: choiceOf(['范围', 'Range'], ['hour', 'day', 'week']) },
  answer: record({
    parts: list(
      record({
        name: anyText,
        host: anyText,
        pid: anyNumber,
        at: anyNumber,
        listeners: list(listener),
        lines: anyNumber,
        devices: anyNumber,
        lanes: list(lane),
        counts: map(anyNumber),
        rejects: map(anyNumber),
        memory: anyNumber,
        /** Its last hour by minutes, each with the worst of it. */ hour: list(
          record({
            at: anyNumber,
            lines: anyNumber,
            commitMs: anyNumber,
            oldestMs: anyNumber,
            spooled: anyNumber,
          }),
        ),
      }),
    ),
    /**
     * For a day by quarters of an hour, for a week by two hours: what the processes have had, the oldest first. Empty
     * for an hour.
     */
    past: list(pastSpan),
    /**
     * Figures of the process part `history` since its start; null: it is not running. `homes`: demo homes whose past is
     * generated.
     */
    history: nullable(record({ packed: anyNumber, counted: anyNumber, homes: anyNumber, homesDone: anyNumber })),
    online: anyNumber,
    offline: anyNumber,
    unknown: anyNumber,
    /** Number of messages in each of the last sixty minutes, oldest first. */ perMinute: list(anyNumber),
    /** Refused messages in each of these minutes, and since midnight. */ rejectsPerMinute: list(anyNumber),
    rejectsToday: anyNumber,
    /** The newest refused messages. */ lastRejects: list(
      record({
        id: anyText,
        at: anyNumber,
        reason: anyText,
        deviceId: anyText,
        deviceName: anyText,
        topic: anyText,
        identifier: anyText,
        detail: anyText,
      }),
    ),
    slowest: list(record({ id: anyText, name: anyText, at: nullable(anyNumber) })),
  }),
});
export type IngestFigures = AnswerOf<typeof ingestFigures.answer>;
