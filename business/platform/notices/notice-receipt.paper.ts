import { noticeType as noticeKind } from '#business/system/dictionaries.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { richText } from '#kernel/fields/rich-text/rich-text.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { companyRoles } from '#business/shared/roles.rules.ts';

/** A notice for one person, and when they read it. Title, kind and time follow the notice. */
export const noticeReceipt = paper('noticeReceipt', {
  title: ['我的通知', 'My notice'],
  plural: 'My notices',
  table: 'blade_notice_receipt',
  path: 'blade-desk/notice-receipt',
  rights: { read: [...companyRoles] },
  sight: 'personal',
  self: 'receiverId',
  readOnly: true,
  caption: 'title',
  hint: ['category'],
  search: ['title'],
  order: { by: 'releaseTime', down: true },
  uniques: [['noticeId', 'receiverId']],
  fields: {
    noticeId: ref('notice', ['通知', 'Notice'], { auto: true, wire: true }),
    receiverId: person(['接收人', 'Receiver'], { auto: true, filter: 'exact' }),
    title: text(['通知标题', 'Title'], { auto: true, list: true, filter: 'like', max: 200, width: 320 }),
    category: dict(noticeKind, ['通知类型', 'Kind'], { auto: true, numeric: true, list: true, filter: 'exact' }),
    releaseTime: moment(['通知时间', 'Released'], { auto: true, list: true, filter: 'range' }),
    readTime: moment(['阅读时间', 'Read at'], { auto: true, list: true, filter: 'range' }),
    content: richText(['通知内容', 'Content'], { computed: true }),
  },
  views: { unread: { label: ['未读', 'Unread'], filter: { unread: 'true' }, worry: true } },
  card: ['title', 'category', 'releaseTime', 'readTime'],
  menu: { group: 'desk', icon: 'bell-ring', path: '/desk/my-notices', sort: 42 },
});
