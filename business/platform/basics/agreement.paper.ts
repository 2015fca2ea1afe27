import { dict } from '#kernel/fields/dict/dict.ts';
import { richText } from '#kernel/fields/rich-text/rich-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { agreementType } from '../dictionaries.ts';
import { platformRights } from '../rights.rules.ts';

/** An agreement that customers accept. */
export const agreement = paper('agreement', {
  title: ['协议', 'Agreement'],
  table: 'blade_agreement',
  path: 'blade-system/agreement',
  rights: platformRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'title',
  hint: ['agreementType'],
  search: ['title'],
  fields: {
    agreementType: dict(agreementType, ['协议类型', 'Kind'], { required: true, list: true, filter: 'exact' }),
    title: text(['协议标题', 'Title'], { required: true, list: true, filter: 'like', max: 200, width: 300 }),
    edition: text(['版本号', 'Edition'], { list: true, max: 32 }),
    effectiveTime: moment(['生效时间', 'In force from'], { list: true, filter: 'range' }),
    content: richText(['协议内容', 'Content'], { required: true, max: 200_000 }),
  },
  card: ['title', 'agreementType', 'edition'],
  menu: { group: 'basics', icon: 'scroll-text', path: '/system/agreement', sort: 10 },
});
