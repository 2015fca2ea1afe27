import { phone } from '#kernel/fields/phone/phone.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { messageRights } from '../rights.rules.ts';

/** A phone number whose owner wants no messages. */
export const smsOptOut = paper('smsOptOut', {
  title: ['退订名单', 'Opt-out'],
  plural: 'Opt-outs',
  table: 'assmsoptout',
  path: 'blade-maintenance/webApi/assmsoptout',
  rights: messageRights,
  sight: 'shared',
  caption: 'optOutReason',
  fields: {
    phone: phone(['手机号', 'Mobile'], { required: true, unique: true, list: true, filter: 'like' }),
    optOutReason: text(['退订原因', 'Reason'], {
      required: true,
      list: true,
      max: 255,
      wide: true,
    }),
  },
  card: ['phone', 'optOutReason'],
  menu: { group: 'master', icon: 'bell-off', path: '/maintenance/assmsoptout', sort: 67 },
});
