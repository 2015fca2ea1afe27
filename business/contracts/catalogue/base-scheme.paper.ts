import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { paper } from '#kernel/language/paper.ts';
import { publishStatus } from '#business/masterdata/dictionaries.ts';
import { fanganType, schemeName } from '../dictionaries.ts';
import { catalogueRights } from '../rights.rules.ts';
import { baseSchemeLifecycle } from './base-scheme-lifecycle.rules.ts';
import { coverScope, coverTypes, seasonWindows, terms, visitNames } from './scheme-terms.rules.ts';

/** A material that each sold contract of a template starts with. */
export interface TemplateMaterial {
  suppliesId: string;
  qty: string;
  chargeable?: boolean;
}

/** A template of service contracts. Each revision is a row; a sold contract refers to the one it was sold with. */
export const baseScheme = paper('baseScheme', {
  title: ['方案模板', 'Contract template'],
  table: 'asbasescheme',
  path: 'blade-maintenance/webApi/asbasescheme',
  rights: catalogueRights,
  sight: 'shared',
  caption: 'baseSchemeNo',
  hint: ['schemeName', 'revisionNo'],
  search: ['baseSchemeNo', 'description'],
  lifecycle: baseSchemeLifecycle,
  once: [
    {
      by: ['revisionOf'],
      where: { publishStatus: ['draft'] },
      words: ['下一版草稿已存在', 'The draft of the next revision exists already'],
    },
  ],
  fields: {
    baseSchemeNo: paperNumber(['模板编号', 'Template no.'], 'MB'),
    schemeName: dict(schemeName, ['方案名称', 'Contract'], { required: true, list: true, filter: 'exact' }),
    schemeTypeId: ref('schemeType', ['方案类型', 'Type'], { required: true, list: true, filter: 'exact' }),
    fanganType: dict(fanganType, ['方案大类', 'Kind'], {
      required: true,
      list: true,
      filter: 'exact',
      copied: { from: 'schemeTypeId', field: 'fanganType' },
    }),
    revisionNo: integer(['版本', 'Revision'], { auto: true, list: true }),
    revisionOf: ref('baseScheme', ['前一版', 'Earlier revision'], { auto: true, filter: 'exact' }),
    ...terms,
    contractMonths: integer(['服务期（月）', 'Term (months)'], { required: true, list: true, max: 240 }),
    seasonWindows,
    visitNames,
    windowDays: integer(['计划窗口（±天）', 'Window (± days)'], { required: true, initial: 10, max: 180 }),
    leadDays: integer(['提前推送天数', 'Days of notice'], { required: true, initial: 14, max: 180 }),
    stdMinutes: integer(['标准工时（分）', 'Standard minutes'], { required: true, list: true, max: 6000 }),
    requiredSkillIds: refs('skill', ['所需技能', 'Required skills']),
    standardIds: refs('serviceStandard', ['作业标准', 'Work standards']),
    pieceProcessIds: refs('process', ['计件工序', 'Processes']),
    materialLines: structured<TemplateMaterial[], { rows: true; parts: readonly StructuredPart[] }>(
      ['标配耗材', 'Standard consumables'],
      {
        rows: true,
        parts: [
          { name: 'suppliesId', label: ['耗材', 'Consumable'], type: 'ref', paper: 'consumable', required: true },
          { name: 'qty', label: ['数量', 'Quantity'], type: 'number', required: true },
          { name: 'chargeable', label: ['向客户收费', 'Charged to the customer'], type: 'flag' },
        ],
      },
    ),
    coverTypes,
    coverScope,
    price: money(['标准售价', 'List price'], { required: true, list: true, sum: false }),
    description: longText(['服务说明', 'Description'], { max: 4000 }),
    publishStatus: dict(publishStatus, ['发布状态', 'Publication'], {
      auto: true,
      required: true,
      list: true,
      filter: 'exact',
    }),
  },
  groups: [
    {
      label: ['模板', 'Template'],
      fields: [
        'baseSchemeNo',
        'schemeName',
        'schemeTypeId',
        'fanganType',
        'revisionNo',
        'revisionOf',
        'publishStatus',
        'price',
        'description',
      ],
    },
    {
      label: ['服务期与计划', 'Term and plan'],
      fields: [
        'contractMonths',
        'timesTotal',
        'cycleNum',
        'cycleUnit',
        'planBasis',
        'windowDays',
        'leadDays',
        'stdMinutes',
        'seasonWindows',
        'visitNames',
      ],
    },
    {
      label: ['免收与作业', 'Cover and work'],
      fields: ['coverTypes', 'coverScope', 'materialLines', 'requiredSkillIds', 'standardIds', 'pieceProcessIds'],
    },
  ],
  views: {
    published: { label: ['已发布', 'Published'], filter: { publishStatus: 'published' } },
    drafts: { label: ['草稿', 'Drafts'], filter: { publishStatus: 'draft' } },
    stopped: { label: ['已停用', 'Stopped'], filter: { publishStatus: 'stopped' } },
  },
  card: ['baseSchemeNo', 'publishStatus', 'schemeName', 'timesTotal', 'contractMonths', 'price'],
  menu: { group: 'master', icon: 'file-text', path: '/maintenance/asbasescheme', sort: 47 },
  logAs: 'scheme',
});
