import { dict } from '#kernel/fields/dict/dict.ts';
import { files } from '#kernel/fields/file/file.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { feedbackStatus, opinionType } from '../dictionaries.ts';
import { deskRights } from '../rights.rules.ts';
import { feedbackLifecycle } from './feedback-lifecycle.rules.ts';

/** Feedback of a resident about the app, a device, or the service. */
export const feedback = paper('feedback', {
  title: ['意见反馈', 'Feedback'],
  plural: 'Feedback',
  table: 'op_client_opinion',
  path: 'blade-operation/client-opinion',
  says: { status: 'feedbackStatus' },
  rights: deskRights,
  team: { through: 'householdId', paper: 'household' },
  department: { through: 'householdId', paper: 'household', orOwn: true },
  lifecycle: feedbackLifecycle,
  caption: 'content',
  hint: ['opinionType'],
  search: ['content', 'contact'],
  buttons: { toRepair: { label: ['转报修', 'Make a repair request'], roles: ['as_operator'] } },
  fields: {
    content: longText(['反馈内容', 'Content'], { required: true, list: true, filter: 'like', max: 1000, width: 320 }),
    opinionType: dict(opinionType, ['反馈类型', 'Kind'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'consult',
    }),
    feedbackStatus: dict(feedbackStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    clientId: ref('member', ['反馈人', 'From'], { list: true, filter: 'exact' }),
    householdId: ref('household', ['家庭', 'Home'], {
      list: true,
      filter: 'exact',
      copied: { from: 'clientId', field: 'householdId' },
    }),
    contact: text(['联系方式', 'Contact'], { personal: 'shown', max: 60 }),
    images: files(['图片', 'Pictures'], { takes: 'image' }),
    appVersion: text(['APP 版本', 'App version'], { max: 32 }),
    phoneModel: text(['手机型号', 'Phone model'], { max: 64 }),
    replyContent: longText(['回复内容', 'Reply'], { max: 1000, wide: true, example: '' }),
    replyUser: person(['回复人', 'Replied by'], { auto: true, list: true }),
    replyTime: moment(['回复时间', 'Replied at'], { auto: true, list: true }),
    repairFormId: ref('repairForm', ['报修单', 'Repair request'], { auto: true, list: true, filter: 'exact' }),
  },
  views: {
    waiting: { label: ['待处理', 'Waiting'], filter: { feedbackStatus: 'pending,processing' }, worry: true },
  },
  card: ['content', 'feedbackStatus', 'opinionType', 'householdId', 'replyTime'],
  menu: { group: 'homes', icon: 'message-circle', path: '/operation/opinion', sort: 50 },
});
