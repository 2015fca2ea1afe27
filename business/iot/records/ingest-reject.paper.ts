import { dict } from '#kernel/fields/dict/dict.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { rejectReason } from './dictionaries.ts';
import { ownedByFamily } from './owned-period.rules.ts';
import { engineerRights } from './rights.rules.ts';

/** A refused part of a device message, with the reason and the payload. */
export const ingestReject = paper('ingestReject', {
  title: ['拒收记录', 'Rejected message'],
  table: 'iot_ingest_reject',
  path: 'iot/ingest-reject',
  rights: engineerRights,
  sight: 'shared',
  ownedPeriod: ownedByFamily('rejectTime'),
  readOnly: true,
  spans: { each: 'month', keepDays: 90 },
  caption: 'topic',
  hint: ['deviceId'],
  fields: {
    rejectTime: moment(['时间', 'Time'], { auto: true, list: true, filter: 'range' }),
    deviceId: ref('device', ['设备', 'Device'], { auto: true, list: true, filter: 'exact' }),
    reason: dict(rejectReason, ['原因', 'Reason'], { auto: true, list: true, filter: 'exact' }),
    topic: text(['主题', 'Topic'], { auto: true, list: true, filter: 'like', max: 200, code: true }),
    identifier: text(['属性', 'Property'], { auto: true, list: true, filter: 'exact', max: 50, code: true }),
    detail: text(['说明', 'Detail'], { auto: true, max: 500 }),
    payload: longText(['原文', 'Raw message'], { auto: true }),
  },
  views: { unreadable: { label: ['读不懂的', 'Unreadable'], filter: { reason_in: 'json,shape,topic' } } },
  columns: ['rejectTime', 'deviceId', 'reason', 'topic', 'identifier'],
  card: ['topic', 'deviceId', 'reason', 'rejectTime'],
  menu: { group: 'iot-records', icon: 'circle-x', path: '/iot/reject', sort: 30 },
});
