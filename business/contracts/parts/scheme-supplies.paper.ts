import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { rate } from '#kernel/fields/rate/rate.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { relationSource, warnStatus } from '../dictionaries.ts';
import { schemeRights } from '../rights.rules.ts';
import { suppliesLifecycle } from './supplies-lifecycle.rules.ts';

/** A consumable that a contract watches: its installation, life and warning. */
export const schemeSupplies = paper('schemeSupplies', {
  title: ['方案耗材', 'Consumable of a contract'],
  plural: 'Consumables of contracts',
  table: 'asschemesupplies',
  path: 'blade-maintenance/webApi/asschemesupplies',
  rights: schemeRights,
  team: { through: 'schemeId', paper: 'scheme' },
  department: { through: 'schemeId', paper: 'scheme' },
  caption: 'suppliesName',
  hint: ['dueDate'],
  lifecycle: suppliesLifecycle,
  fields: {
    schemeId: ref('scheme', ['方案', 'Contract'], { required: true, filter: 'exact' }),
    equipmentId: ref('equipment', ['所属设备', 'Machine'], { filter: 'exact' }),
    suppliesId: ref('consumable', ['耗材', 'Consumable'], { required: true, list: true, filter: 'exact' }),
    suppliesName: text(['耗材名称', 'Name'], { auto: true, list: true, filter: 'like', max: 100 }),
    qty: quantity(['数量', 'Quantity'], { required: true, list: true, initial: '1' }),
    installDate: day(['安装/更换日期', 'Installed on'], { list: true, help: ['不填为今天', 'Empty: today'] }),
    lifeDays: integer(['寿命（天）', 'Life (days)'], {
      required: true,
      list: true,
      max: 36_500,
      copied: { from: 'suppliesId', field: 'lifeDays' },
    }),
    lifeUsage: quantity(['寿命用量', 'Life (usage)'], { copied: { from: 'suppliesId', field: 'lifeUsage' } }),
    usedUsage: quantity(['已用量', 'Usage so far'], { auto: true }),
    dueDate: day(['到期日期', 'Due'], { auto: true, list: true, filter: 'range' }),
    remainRate: rate(['剩余（%）', 'Left (%)'], { computed: true, list: true }),
    chargeable: flag(['是否收费', 'Chargeable'], { required: true, list: true, initial: false }),
    warnStatus: dict(warnStatus, ['预警状态', 'Warning'], { auto: true, list: true, filter: 'exact' }),
    warnNote: text(['预警处理说明', 'Note on the warning'], { auto: true, max: 255, wide: true }),
    sourceType: dict(relationSource, ['来源', 'Origin'], { auto: true }),
    // The completion that renewed it last, with the day and the warning before: a reopening takes the renewal back.
    renewedById: id(['更换的完工单', 'Renewed by'], { wire: true, auto: true }),
    earlierInstallDate: day(['更换前的安装日期', 'Installed before'], { auto: true }),
    earlierWarnStatus: dict(warnStatus, ['更换前的预警', 'Warning before'], { auto: true }),
  },
  card: ['suppliesName', 'warnStatus', 'qty', 'dueDate', 'remainRate'],
});
