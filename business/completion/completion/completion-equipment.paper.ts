import { dict } from '#kernel/fields/dict/dict.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { equipmentStatus } from '#business/customers/dictionaries.ts';
import { checkAnswers } from './checklist.rules.ts';
import { completionRights } from '../rights.rules.ts';

/** A machine that was worked on, and the piecework process by which the work is paid. */
export const completionEquipment = paper('completionEquipment', {
  title: ['完工设备', 'Equipment worked on'],
  plural: 'Equipment worked on',
  table: 'ascompletionequipment',
  path: 'blade-maintenance/webApi/ascompletionequipment',
  rights: completionRights,
  team: { through: 'completionId', paper: 'completion' },
  caption: 'equipmentName',
  hint: ['serialNo'],
  search: ['equipmentName', 'serialNo'],
  fields: {
    completionId: ref('completion', ['完工单', 'Completion'], { required: true, filter: 'exact' }),
    equipmentId: ref('equipment', ['设备', 'Equipment'], { list: true, filter: 'exact' }),
    equipmentName: text(['设备名称', 'Equipment'], {
      required: true,
      list: true,
      filter: 'like',
      copied: { from: 'equipmentId', field: 'equipmentName' },
      max: 100,
    }),
    serialNo: text(['序列号', 'Serial no.'], {
      list: true,
      filter: 'like',
      copied: { from: 'equipmentId', field: 'serialNo' },
      max: 64,
      code: true,
    }),
    processId: ref('process', ['计件工序', 'Process'], { list: true, filter: 'exact' }),
    qty: quantity(['数量', 'Quantity'], { required: true, list: true, initial: '1' }),
    measureNote: text(['处理说明', 'Note'], { list: true, max: 255, wide: true }),
    checklist: checkAnswers,
    replacedBySerial: text(['更换后序列号', 'New serial'], { max: 64, code: true }),
    // Beyond the design document: the new machine that replaced this one.
    newEquipmentId: ref('equipment', ['更换后设备', 'New equipment'], { auto: true, filter: 'exact' }),
    equipmentStatus: dict(equipmentStatus, ['设备状态', 'State after'], { list: true, filter: 'exact' }),
  },
  card: ['equipmentName', 'processId', 'qty', 'equipmentStatus'],
});
