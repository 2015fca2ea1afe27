import { clock } from '#kernel/fields/clock/clock.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { pushChannel } from '#business/messaging/dictionaries.ts';
import { pushScene, pushSetLevel } from '../../dictionaries.ts';
import { settingRights } from '../../rights.rules.ts';

/** A wish about pushes: of the company, of one customer, or for one contract. */
export const pushSet = paper('pushSet', {
  title: ['推送设置', 'Push setting'],
  table: 'aspushset',
  path: 'blade-maintenance/webApi/aspushset',
  rights: settingRights,
  sight: 'shared',
  caption: 'targetName',
  hint: ['setLevel', 'pushScene'],
  once: [
    {
      by: ['setLevel', 'targetId', 'pushScene'],
      words: ['这个对象的这个场景已有设置', 'This target already has a setting of this scene'],
    },
  ],
  fields: {
    setLevel: dict(pushSetLevel, ['级别', 'Level'], { required: true, list: true, filter: 'exact' }),
    customerId: ref('customer', ['客户', 'Customer'], { filter: 'exact' }),
    schemeId: ref('scheme', ['方案', 'Contract'], { filter: 'exact' }),
    // Published clients name the customer or the contract by this field.
    targetId: id(['对象ID', 'Target id'], { wire: true, filter: 'exact' }),
    targetName: text(['对象', 'Target'], { auto: true, list: true, filter: 'like', max: 100, personal: 'shown' }),
    pushScene: dict(pushScene, ['场景', 'Scene'], {
      list: true,
      filter: 'exact',
      help: ['不填为全部场景', 'Empty: all scenes'],
    }),
    enabled: flag(['启用', 'Enabled'], { required: true, list: true, filter: 'exact', initial: true }),
    channel: dict(pushChannel, ['指定渠道', 'Channel'], { list: true }),
    quietFrom: clock(['免打扰开始', 'Quiet from'], { list: true }),
    quietTo: clock(['免打扰结束', 'Quiet until'], { list: true }),
    dailyLimit: integer(['每日上限', 'Per day at most'], { list: true, min: '1', max: 20, sum: false }),
    reason: text(['原因', 'Reason'], { list: true, max: 255, wide: true }),
  },
  groups: [
    { label: ['给谁', 'Who'], fields: ['setLevel', 'customerId', 'schemeId', 'pushScene'] },
    { label: ['怎么推', 'How'], fields: ['enabled', 'channel', 'quietFrom', 'quietTo', 'dailyLimit', 'reason'] },
  ],
  shownWhen: {
    customerId: { field: 'setLevel', is: ['customer'] },
    schemeId: { field: 'setLevel', is: ['scheme'] },
  },
  card: ['setLevel', 'targetName', 'pushScene', 'enabled', 'dailyLimit'],
  menu: { group: 'schemes', icon: 'sliders-horizontal', path: '/maintenance/aspushset', sort: 55 },
});
