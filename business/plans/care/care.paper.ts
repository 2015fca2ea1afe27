import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { webAddress } from '#kernel/fields/web-address/web-address.ts';
import { paper } from '#kernel/language/paper.ts';
import { pushChannel } from '#business/messaging/dictionaries.ts';
import { pushStatus } from '../dictionaries.ts';
import { careRights } from '../rights.rules.ts';
import { audienceField } from './audience.rules.ts';
import { careLifecycle } from './care-lifecycle.rules.ts';
import { careType } from './dictionaries.ts';

/** A message of care to all customers who match some conditions. Its receivers are rows of pushes. */
export const care = paper('care', {
  title: ['客户关怀', 'Customer care'],
  plural: 'Customer care',
  table: 'clientdreamsend',
  path: 'blade-maintenance/webApi/client-dream-send',
  rights: careRights,
  caption: 'title',
  hint: ['sendNo', 'careType'],
  lifecycle: careLifecycle,
  order: { by: 'createTime', down: true },
  fields: {
    sendNo: paperNumber(['推送编号', 'Care no.'], 'GH'),
    title: text(['标题', 'Title'], { required: true, list: true, filter: 'like', max: 100 }),
    content: longText(['内容', 'Content'], {
      required: true,
      max: 500,
      help: ['代入短信模板的 ${content}', 'It takes the place of ${content} in the template'],
    }),
    careType: dict(careType, ['关怀类型', 'Kind'], { required: true, list: true, filter: 'exact' }),
    audience: audienceField({ required: true }),
    audienceCount: integer(['人数', 'People'], { auto: true, list: true }),
    pushChannel: dict(pushChannel, ['渠道', 'Channel'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'sms',
    }),
    planSendTime: moment(['计划发送', 'Planned for'], { list: true, help: ['不填为马上', 'Empty: at once'] }),
    sendTime: moment(['实际发送', 'Sent'], { auto: true, list: true }),
    successCount: integer(['成功数', 'Delivered'], { computed: true, list: true }),
    readCount: integer(['阅读数', 'Read'], { computed: true, list: true }),
    sendStatus: dict(pushStatus, ['状态', 'State'], { auto: true, required: true, list: true, filter: 'exact' }),
    coverImage: file(['封面', 'Cover']),
    linkUrl: webAddress(['跳转链接', 'Link'], { wide: true }),
    templateId: id(['模板', 'Template'], { auto: true, wire: true }),
    // The customer after whom the next step freezes, and when the last one was frozen.
    frozenAfter: id(['冻结到', 'Frozen until'], { auto: true, wire: true }),
    frozenTime: moment(['人群冻结时间', 'Audience frozen at'], { auto: true, wire: true }),
  },
  groups: [
    { label: ['内容', 'Message'], fields: ['sendNo', 'title', 'content', 'careType', 'coverImage', 'linkUrl'] },
    { label: ['给谁', 'Who'], fields: ['audience', 'audienceCount'] },
    {
      label: ['发送', 'Sending'],
      fields: ['pushChannel', 'planSendTime', 'sendTime', 'sendStatus', 'successCount', 'readCount'],
    },
  ],
  columns: [
    'sendNo',
    'sendStatus',
    'title',
    'careType',
    'pushChannel',
    'planSendTime',
    'sendTime',
    'audienceCount',
    'successCount',
    'readCount',
  ],
  card: ['title', 'sendStatus', 'careType', 'planSendTime', 'audienceCount'],
  menu: { group: 'schemes', icon: 'flower', path: '/maintenance/clientdreamsend', sort: 65 },
  logAs: 'care',
});
