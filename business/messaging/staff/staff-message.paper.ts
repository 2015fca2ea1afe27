import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { companyRoles } from '#business/shared/roles.rules.ts';
import { messageEvent } from '../dictionaries.ts';
import { logBizType } from '#business/masterdata/dictionaries.ts';

/** A message or to-do for one person. Its key prevents a second one about the same event. */
export const staffMessage = paper('staffMessage', {
  title: ['消息', 'Message'],
  table: 'asmessage',
  path: 'blade-maintenance/webApi/asmessage',
  rights: { read: companyRoles },
  sight: 'personal',
  self: 'receiverId',
  caption: 'title',
  hint: ['bizNo'],
  search: ['title', 'bizNo', 'content'],
  readOnly: true,
  views: {
    toDo: { label: ['待办', 'To do'], filter: { open: 'true' }, worry: true },
    unread: { label: ['未读', 'Unread'], filter: { unread: 'true' } },
  },
  indexed: { bizId: 'to-dos of a document', taskId: 'notices of a task' },
  fields: {
    messageEvent: dict(messageEvent, ['事件', 'Event'], { auto: true, list: true, filter: 'exact' }),
    receiverId: person(['接收人', 'Receiver'], { auto: true, filter: 'exact' }),
    title: text(['标题', 'Title'], { auto: true, list: true, filter: 'like', max: 100, isProductText: true }),
    content: text(['内容', 'Content'], { auto: true, list: true, max: 500, wide: true, isProductText: true }),
    bizType: dict(logBizType, ['业务类型', 'Business type'], { auto: true, list: true, filter: 'exact' }),
    bizId: id(['业务ID', 'Business id'], { wire: true, auto: true, filter: 'exact' }),
    bizNo: text(['单据编号', 'Document no.'], { auto: true, list: true, filter: 'like', max: 32 }),
    paperName: text(['所属单据', 'Document'], { auto: true, max: 64 }),
    taskId: id(['流程任务', 'Task'], { wire: true, auto: true, filter: 'exact' }),
    caseId: id(['流程实例', 'Case'], { wire: true, auto: true }),
    isTodo: flag(['待办', 'To-do'], { auto: true, list: true, filter: 'exact' }),
    dueTime: moment(['截止时间', 'Due'], { auto: true, list: true, filter: 'range' }),
    readTime: moment(['阅读时间', 'Read at'], { auto: true, list: true, filter: 'range' }),
    doneTime: moment(['完成时间', 'Done at'], { auto: true, list: true, filter: 'range' }),
    dedupeKey: text(['去重键', 'Dedupe key'], { wire: true, auto: true, unique: true, max: 128 }),
  },
  card: ['title', 'messageEvent', 'content', 'bizNo', 'dueTime'],
  menu: { group: 'desk', icon: 'bell', path: '/maintenance/asmessage', sort: 30 },
});
