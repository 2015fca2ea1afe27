import { dict } from '#kernel/fields/dict/dict.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { fangjianType } from '#business/customers/dictionaries.ts';
import { intakeRights } from '#business/customers/rights.rules.ts';

/** One machine of a registration, saved with it. */
export const registrationEquipment = paper('registrationEquipment', {
  title: ['登记设备', 'Registered equipment'],
  plural: 'Registered equipment',
  table: 'asregistrationequipment',
  path: 'blade-maintenance/webApi/asregistrationequipment',
  rights: intakeRights,
  team: { through: 'registrationFormId', paper: 'registration' },
  caption: 'equipmentName',
  hint: ['model', 'serialNo'],
  search: ['equipmentName', 'serialNo', 'mac'],
  fields: {
    registrationFormId: ref('registration', ['登记单', 'Work order'], { required: true, filter: 'exact' }),
    equipmentId: ref('equipment', ['设备', 'Equipment'], { list: true, filter: 'exact' }),
    equipmentName: text(['设备名称', 'Equipment name'], {
      required: true,
      list: true,
      filter: 'like',
      max: 100,
      copied: { from: 'equipmentId', field: 'equipmentName' },
    }),
    model: text(['型号', 'Model'], { list: true, max: 64, copied: { from: 'equipmentId', field: 'model' } }),
    serialNo: text(['序列号', 'Serial no.'], {
      list: true,
      filter: 'like',
      max: 64,
      code: true,
      copied: { from: 'equipmentId', field: 'serialNo' },
    }),
    mac: text(['MAC', 'MAC'], {
      list: true,
      filter: 'like',
      max: 32,
      code: true,
      copied: { from: 'equipmentId', field: 'mac' },
    }),
    fangjianType: dict(fangjianType, ['房间类型', 'Room type'], {
      list: true,
      filter: 'exact',
      copied: { from: 'equipmentId', field: 'fangjianType' },
    }),
    faultNote: text(['故障说明', 'Fault note'], { list: true, max: 255, wide: true }),
    standardId: ref('serviceStandard', ['作业标准', 'Work standard'], { filter: 'exact' }),
  },
  card: ['equipmentName', 'model', 'serialNo', 'faultNote'],
});
