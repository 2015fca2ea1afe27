import { noticeType as noticeKind } from '#business/system/dictionaries.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { richText } from '#kernel/fields/rich-text/rich-text.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { noticeRights } from '../rights.rules.ts';

/** A notice of the company. From its release on it is in the bell of each receiver until they read it. */
export const noticePaper = paper('notice', {
  title: ['通知公告', 'Notice'],
  table: 'blade_notice',
  path: 'blade-desk/notice',
  rights: noticeRights,
  sight: 'shared',
  caption: 'title',
  hint: ['category'],
  wireNames: { categoryName: 'category' },
  wholeRows: true,
  search: ['title'],
  order: { by: 'releaseTime', down: true },
  fields: {
    title: text(['通知标题', 'Title'], { required: true, list: true, filter: 'like', max: 200, width: 300 }),
    category: dict(noticeKind, ['通知类型', 'Kind'], { required: true, numeric: true, list: true, filter: 'exact' }),
    releaseTime: moment(['通知时间', 'Release'], {
      required: true,
      list: true,
      filter: 'range',
      help: ['到时才送达', 'It reaches people from then on'],
    }),
    receiverDepts: refs('dept', ['接收部门', 'Departments'], {
      wide: true,
      help: ['含下级部门；部门、角色、人员都不选即全员', 'With those below; choose nothing at all for everybody'],
    }),
    receiverRoles: refs('role', ['接收角色', 'Roles'], { wide: true }),
    receiverUsers: refs('user', ['接收人员', 'People'], { wide: true }),
    content: richText(['通知内容', 'Content'], { required: true }),
    isReleased: flag(['已送达', 'Delivered'], { auto: true, list: true, filter: 'exact' }),
    receiverCount: integer(['接收人数', 'Receivers'], { computed: true, list: true }),
    readCount: integer(['已读人数', 'Have read'], { computed: true, list: true }),
  },
  groups: [
    { label: ['通知', 'Notice'], fields: ['title', 'category', 'releaseTime', 'content', 'isReleased'] },
    {
      label: ['接收', 'Receivers'],
      fields: ['receiverDepts', 'receiverRoles', 'receiverUsers', 'receiverCount', 'readCount'],
    },
  ],
  views: { waiting: { label: ['待送达', 'Waiting'], filter: { isReleased: 'false' } } },
  card: ['title', 'category', 'releaseTime', 'readCount'],
  menu: { group: 'desk', icon: 'megaphone', path: '/desk/notice', sort: 40 },
  familyPage: { group: 'desk', code: 'notice', path: '/desk/notice' },
});
