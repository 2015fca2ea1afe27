import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { fangjianType } from '#business/customers/dictionaries.ts';
import { relationSource } from '../dictionaries.ts';
import { schemeRights } from '../rights.rules.ts';

/** A machine that a contract serves. */
export const schemeEquipment = paper('schemeEquipment', {
  title: ['方案设备', 'Machine of a contract'],
  plural: 'Machines of contracts',
  table: 'asschemeequipment',
  path: 'blade-maintenance/webApi/asschemeequipment',
  rights: schemeRights,
  team: { through: 'schemeId', paper: 'scheme' },
  department: { through: 'schemeId', paper: 'scheme' },
  caption: 'equipmentName',
  hint: ['model', 'serialNo'],
  once: [{ by: ['schemeId', 'equipmentId'], words: ['同一设备只能写一行', 'Each machine is listed once'] }],
  fields: {
    schemeId: ref('scheme', ['方案', 'Contract'], { required: true, filter: 'exact' }),
    equipmentId: ref('equipment', ['设备', 'Machine'], { required: true, list: true, filter: 'exact' }),
    equipmentName: text(['设备名称', 'Machine name'], { auto: true, list: true, filter: 'like', max: 100 }),
    model: text(['型号', 'Model'], { auto: true, list: true, max: 64 }),
    serialNo: text(['序列号', 'Serial no.'], { auto: true, list: true, max: 64, code: true }),
    fangjianType: dict(fangjianType, ['房间类型', 'Room type'], { list: true, filter: 'exact' }),
    qty: quantity(['数量', 'Quantity'], { required: true, list: true, initial: '1' }),
    standardIds: refs('serviceStandard', ['作业标准', 'Work standards']),
    lastServiceDate: day(['上次服务', 'Last service'], { auto: true, list: true }),
    sourceType: dict(relationSource, ['来源', 'Origin'], { auto: true }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  card: ['equipmentName', 'model', 'qty', 'lastServiceDate'],
});
