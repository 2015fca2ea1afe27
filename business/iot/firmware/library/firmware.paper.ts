import { dict } from '#kernel/fields/dict/dict.ts';
import { binaryFile } from '#kernel/fields/file/binary-file.ts';
import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { firmwareStatus, moduleCode, packageType } from '../dictionaries.ts';
import { firmwareRights } from '../rights.rules.ts';
import { firmwareLifecycle } from './firmware-lifecycle.rules.ts';

/** A version of another module that a device must have at least, before it gets this firmware. */
export interface RequiredVersion {
  readonly module: string;
  readonly version: string;
}

const auto = { auto: true } as const;

/** One version of the firmware of a module, with its file. Devices of its model are upgraded to it by tasks. */
export const firmware = paper('firmware', {
  title: ['固件', 'Firmware'],
  plural: 'Firmware',
  table: 'iot_firmware',
  path: 'iot/firmware',
  habit: 'rest',
  says: { status: 'firmwareStatus' },
  wireNames: { modelName: 'modelId' },
  rights: firmwareRights,
  sight: 'shared',
  lifecycle: firmwareLifecycle,
  caption: 'firmwareName',
  hint: ['firmwareVersion'],
  search: ['firmwareName', 'firmwareVersion'],
  uniques: [['modelId', 'moduleCode', 'firmwareVersion']],
  extras: {
    fileUrl: text(['文件地址', 'Link of the file'], {
      max: 500,
      example: '',
    }),
    expectedSha256: text(['应有的 SHA-256', 'Expected SHA-256'], { max: 64, example: '' }),
  },
  fields: {
    firmwareName: text(['固件名称', 'Name'], { required: true, list: true, filter: 'like', max: 60 }),
    modelId: ref('thingModel', ['物模型', 'Thing model'], { required: true, list: true, filter: 'exact' }),
    moduleCode: dict(moduleCode, ['模块', 'Module'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'mcu',
    }),
    // `version` is the number of changes of a row.
    firmwareVersion: text(['版本', 'Version'], {
      required: true,
      list: true,
      filter: 'exact',
      max: 32,
      example: '2.0.#',
    }),
    firmwareStatus: dict(firmwareStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    fileId: file(['文件', 'File'], { ...binaryFile, upload: 'iot/firmware/upload' }),
    fileName: text(['文件名', 'File name'], { ...auto, max: 255 }),
    fileSize: integer(['文件大小', 'File size'], { ...auto, list: true }),
    sha256: text(['SHA-256', 'SHA-256'], { ...auto, max: 64 }),
    md5: text(['MD5', 'MD5'], { ...auto, max: 32 }),
    signature: text(['签名', 'Signature'], { ...auto, max: 128, wire: true }),
    packageType: dict(packageType, ['包类型', 'Package'], { list: true, initial: 'full' }),
    baseVersion: text(['基准版本', 'Base version'], { max: 32 }),
    minVersion: text(['最低版本', 'Minimum version'], { max: 32 }),
    compatVersions: text(['兼容版本', 'Compatible versions'], {
      max: 500,
    }),
    requires: structured<readonly RequiredVersion[], { rows: true; parts: readonly StructuredPart[] }>(
      ['其他模块的版本', 'Versions of other modules'],
      {
        rows: true,
        parts: [
          { name: 'module', label: ['模块', 'Module'], type: 'choice', choices: moduleCode.items, required: true },
          { name: 'version', label: ['至少', 'At least'], type: 'text', required: true },
        ],
      },
    ),
    forceUpgrade: flag(['强制升级', 'Forced'], { list: true, initial: false }),
    notesZh: longText(['升级说明', 'Release notes'], { max: 2000 }),
    notesEn: longText(['英文说明', 'Release notes in English'], { max: 2000 }),
    verifyDeviceIds: refs('device', ['验证设备', 'Devices of the trial'], { max: 10 }),
    verifyTaskId: ref('upgradeTask', ['验证任务', 'Task of the trial'], auto),
    releaseUser: person(['发布人', 'Released by'], auto),
    releaseTime: moment(['发布时间', 'Released at'], { ...auto, list: true }),
    revokeNote: text(['撤回原因', 'Why it was revoked'], { ...auto, max: 200 }),
  },
  groups: [
    {
      label: ['固件', 'Firmware'],
      fields: ['firmwareName', 'modelId', 'moduleCode', 'firmwareVersion', 'fileId', 'packageType', 'baseVersion'],
    },
    { label: ['条件', 'Conditions'], fields: ['minVersion', 'compatVersions', 'requires', 'forceUpgrade'] },
    { label: ['验证', 'Trial'], fields: ['verifyDeviceIds', 'verifyTaskId', 'releaseUser', 'releaseTime'] },
    { label: ['校验', 'Checksums'], fields: ['fileName', 'fileSize', 'sha256', 'md5', 'signature'] },
  ],
  shownWhen: { baseVersion: { field: 'packageType', is: ['delta'] } },
  views: {
    waiting: { label: ['待发布', 'To be released'], filter: { firmwareStatus: 'verified' }, worry: true },
  },
  columns: [
    'firmwareName',
    'modelId',
    'moduleCode',
    'firmwareVersion',
    'firmwareStatus',
    'fileSize',
    'releaseTime',
    'createTime',
  ],
  card: ['firmwareName', 'firmwareStatus', 'modelId', 'moduleCode', 'firmwareVersion'],
  menu: { group: 'iot-firmware', icon: 'package', path: '/matter/firmware', sort: 10 },
});
