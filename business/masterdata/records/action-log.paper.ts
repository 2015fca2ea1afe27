import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { logBizType, source } from '../dictionaries.ts';
import { logRights } from '../rights.rules.ts';
import { anyText, anything, bothLanguages, either, list, optional, record } from '#kernel/language/calls/shape.ts';

const values = { old: optional(anything('columnValue')), new: optional(anything('columnValue')) };

/** A changed field with its value before and after; `english` has those that differ in English. */
const loggedChange = record({
  field: anyText,
  label: optional(either(anyText, bothLanguages)),
  ...values,
  english: optional(record(values)),
});

/** The actions on every document: person, time, old and new state, changes. Written by the product, never changed. */
export const actionLog = paper('actionLog', {
  title: ['操作日志', 'Action log'],
  plural: 'Action log',
  table: 'asactionlog',
  path: 'blade-maintenance/webApi/asactionlog',
  rights: logRights,
  readOnly: true,
  appendOnly: true,
  caption: 'actionName',
  hint: ['bizNo', 'operatorName'],
  search: ['bizNo', 'actionName', 'operatorName', 'remark'],
  order: { by: 'operateTime', down: true },
  indexed: { bizId: 'history of a document' },
  fields: {
    bizType: dict(logBizType, ['业务类型', 'Business type'], { auto: true, list: true, filter: 'exact' }),
    bizId: id(['业务ID', 'Business id'], { auto: true, filter: 'exact', wire: true }),
    bizNo: text(['单据编号', 'Document no.'], { auto: true, list: true, filter: 'like', max: 32 }),
    action: text(['操作', 'Action'], { auto: true, filter: 'exact', max: 64, width: 100, wire: true }),
    actionName: text(['操作名称', 'Action name'], {
      auto: true,
      isProductText: true,
      list: true,
      max: 130,
      width: 110,
    }),
    fromStatus: text(['原状态', 'From state'], { auto: true, list: true, max: 32, width: 100 }),
    toStatus: text(['新状态', 'To state'], { auto: true, list: true, max: 32, width: 100 }),
    operatorId: person(['操作人', 'Operator'], { auto: true, filter: 'exact' }),
    operatorName: text(['操作人姓名', 'Operator name'], {
      auto: true,
      list: true,
      filter: 'like',
      max: 64,
      width: 100,
    }),
    operatorAccount: text(['操作人账号', 'Operator account'], { auto: true, filter: 'exact', max: 64, width: 100 }),
    operateTime: moment(['操作时间', 'Time'], { auto: true, list: true, filter: 'range' }),
    remark: text(['说明/意见', 'Remark'], { auto: true, isProductText: true, list: true, max: 1100, width: 220 }),
    changes: structured(['变更内容', 'Field changes'], {
      auto: true,
      rows: true,
      shape: list(loggedChange),
      changesOf: 'bizType',
    }),
    channel: dict(source, ['来源', 'Channel'], { auto: true, filter: 'exact' }),
    ip: text(['IP地址', 'IP address'], { auto: true, max: 64 }),
    traceId: text(['请求号', 'Request id'], { auto: true, max: 64 }),
  },
  card: ['actionName', 'bizNo', 'operatorName', 'operateTime', 'remark'],
  menu: { group: 'master', icon: 'scroll-text', path: '/maintenance/asactionlog', sort: 90 },
});
