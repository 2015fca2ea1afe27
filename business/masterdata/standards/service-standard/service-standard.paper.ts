import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { choicesOf } from '#kernel/language/dictionary.ts';
import {
  checklistType,
  equipmentCategory,
  publishStatus,
  receiptsType,
  repairType,
  standardModule,
} from '../../dictionaries.ts';
import { standardRights } from '../../rights.rules.ts';
import { serviceStandardLifecycle } from './service-standard-lifecycle.rules.ts';

/** One item of a check list that the technician answers on site. */
export interface CheckItem {
  key: string;
  label: string;
  type: string;
  unit?: string;
  min?: number;
  max?: number;
  required?: boolean;
  photo?: boolean;
}

/** The standard of a kind of work: text, check list, minutes. */
export const serviceStandard = paper('serviceStandard', {
  title: ['服务标准', 'Service standard'],
  table: 'asservicestandards',
  path: 'blade-maintenance/webApi/asservicestandards',
  rights: standardRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'title',
  hint: ['standardCode'],
  search: ['standardCode', 'title', 'content'],
  order: { by: 'standardCode' },
  lifecycle: serviceStandardLifecycle,
  fields: {
    moduleName: dict(standardModule, ['所属模块', 'Module'], { required: true, list: true, filter: 'exact' }),
    standardCode: text(['标准编号', 'Standard no.'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 32,
      code: true,
    }),
    title: text(['标准名称', 'Title'], { required: true, list: true, filter: 'like', max: 100, width: 200 }),
    systemType: dict(repairType, ['适用系统', 'System'], { list: true, filter: 'exact' }),
    receiptsType: dict(receiptsType, ['适用单据', 'Order type'], { list: true, filter: 'exact' }),
    equipmentCategory: dict(equipmentCategory, ['适用设备', 'Equipment category'], { filter: 'exact' }),
    content: longText(['标准内容', 'Text'], { required: true, max: 10_000 }),
    checklist: structured<CheckItem[], { rows: true; parts: readonly StructuredPart[] }>(['检查项', 'Check list'], {
      rows: true,
      parts: [
        { name: 'key', label: ['键', 'Key'], type: 'text', required: true, technical: true },
        { name: 'label', label: ['检查内容', 'What is checked'], type: 'text', required: true },
        { name: 'type', label: ['类型', 'Type'], type: 'choice', choices: choicesOf(checklistType), required: true },
        { name: 'unit', label: ['单位', 'Unit'], type: 'text' },
        { name: 'min', label: ['下限', 'Lowest'], type: 'number' },
        { name: 'max', label: ['上限', 'Highest'], type: 'number' },
        { name: 'required', label: ['必填', 'Required'], type: 'flag' },
        { name: 'photo', label: ['拍照', 'Photo'], type: 'flag' },
      ],
    }),
    stdMinutes: integer(['标准工时（分）', 'Minutes'], { list: true, max: 6000 }),
    needSign: flag(['需客户签字', 'Customer signature'], { list: true, initial: false }),
    versionNo: integer(['版本', 'Revision'], { auto: true, list: true }),
    publishStatus: dict(publishStatus, ['发布状态', 'Publication'], {
      auto: true,
      required: true,
      list: true,
      filter: 'exact',
    }),
  },
  groups: [
    { label: ['标准', 'Standard'], fields: ['standardCode', 'title', 'moduleName', 'publishStatus', 'versionNo'] },
    {
      label: ['适用范围', 'Applies to'],
      fields: ['systemType', 'receiptsType', 'equipmentCategory', 'stdMinutes', 'needSign'],
    },
    { label: ['内容', 'Text'], fields: ['content', 'checklist'] },
  ],
  // The list shows published standards by default; these views show the others to editors.
  views: {
    drafts: { label: ['草稿', 'Drafts'], filter: { publishStatus: 'draft' } },
    proposed: { label: ['待审批', 'In approval'], filter: { publishStatus: 'proposed' } },
    stopped: { label: ['已停用', 'Stopped'], filter: { publishStatus: 'stopped' } },
    every: { label: ['全部状态', 'All states'], filter: { publishStatus: 'draft,proposed,published,stopped' } },
  },
  card: ['title', 'publishStatus', 'standardCode', 'moduleName', 'stdMinutes'],
  menu: { group: 'master', icon: 'clipboard-check', path: '/maintenance/asservicestandards', sort: 60 },
  logAs: 'base',
});
