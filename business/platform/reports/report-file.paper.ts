import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { companyRoles } from '#business/shared/roles.rules.ts';
import { reportChart, reportPeriod, reportShape, reportSpan, reportUnit } from '../dictionaries.ts';

/** A column of a list report; `sum` shows its total below the list. */
export interface ReportColumn {
  readonly name: string;
  readonly sum?: boolean;
}

/** A number that is computed for each group: the count of rows, or an aggregate of the field `name`. */
export interface Measure {
  readonly how: 'count' | 'sum' | 'average' | 'min' | 'max';
  readonly name?: string;
}

/**
 * A condition, named as a filter of lists: `customerLevel`, `amount_ge`. Several with one name match any of their
 * values.
 */
export interface ReportFilter {
  readonly name: string;
  readonly value: string;
}

type Parts = readonly StructuredPart[];
const name: StructuredPart = { name: 'name', label: ['字段', 'Field'], type: 'text', required: true };

/**
 * A saved query of a paper's rows, and its presentation. The answer contains the rows and fields that its reader sees.
 */
export const reportFile = paper('reportFile', {
  title: ['报表', 'Report'],
  table: 'blade_report_file',
  path: 'blade-report/report/rest',
  sight: 'shared',
  print: true,
  rights: {
    read: ['admin', ...companyRoles],
    write: ['admin', 'as_finance', 'as_hr', 'as_manager', 'as_admin'],
    remove: ['admin', 'as_manager', 'as_admin'],
  },
  caption: 'name',
  search: ['name'],
  fields: {
    name: text(['报表名称', 'Report'], { required: true, unique: true, list: true, filter: 'like', max: 100 }),
    paperName: text(['数据来源', 'Rows of'], {
      required: true,
      list: true,
      max: 64,
      example: 'customer',
      missing: ['请选择数据来源', 'Choose whose rows'],
    }),
    shape: dict(reportShape, ['形式', 'Form'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'groups',
      example: 'groups',
    }),
    columns: structured<ReportColumn[], { rows: true; parts: Parts; example: ''; missing: readonly [string, string] }>(
      ['列', 'Columns'],
      {
        rows: true,
        example: '',
        missing: ['请选择列', 'Choose columns'],
        parts: [name, { name: 'sum', label: ['合计', 'Sum'], type: 'flag' }],
      },
    ),
    groupBy: text(['分组', 'Grouped by'], {
      list: true,
      max: 64,
      example: 'createTime',
      missing: ['请选择分组', 'Choose how it is grouped'],
    }),
    thenBy: text(['再按', 'Then by'], { max: 64, example: '' }),
    groupUnit: dict(reportUnit, ['日期按', 'Dates by'], { initial: 'month' }),
    measures: structured<Measure[], { rows: true; parts: Parts; example: ''; list: true }>(['指标', 'Measures'], {
      rows: true,
      example: '',
      list: true,
      parts: [
        {
          name: 'how',
          label: ['算法', 'How'],
          type: 'choice',
          required: true,
          choices: {
            count: ['数量', 'Number of rows'],
            sum: ['合计', 'Sum'],
            average: ['平均', 'Average'],
            min: ['最小', 'Minimum'],
            max: ['最大', 'Maximum'],
          },
        },
        { ...name, required: false },
      ],
    }),
    span: dict(reportSpan, ['创建时间范围', 'Made in'], { required: true, list: true, initial: 'all' }),
    filters: structured<ReportFilter[], { rows: true; parts: Parts; example: ''; filtersOf: 'paperName' }>(
      ['筛选', 'Only where'],
      {
        rows: true,
        example: '',
        filtersOf: 'paperName',
        parts: [name, { name: 'value', label: ['值', 'Is'], type: 'text', required: true }],
      },
    ),
    orderBy: text(['排序', 'Ordered by'], { max: 80, example: '' }),
    orderDown: flag(['从大到小', 'Largest first']),
    mostRows: integer(['最多取', 'At most'], {
      min: '1',
      max: 100_000,
      example: '',
      help: ['明细取前几行，汇总取前几组；不填则全部', 'The first so many rows, or groups; empty for all'],
    }),
    chart: dict(reportChart, ['图形', 'Chart'], { list: true, initial: 'bar' }),
    schedule: dict(reportPeriod, ['定时送达', 'Delivered'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'none',
    }),
    receivers: refs('user', ['送达人员', 'To'], {
      wide: true,
      help: ['不选则送达创建人', 'Without anybody: to who made it'],
    }),
    lastDelivered: moment(['最近送达', 'Last delivered'], { auto: true, list: true }),
  },
  shownWhen: {
    columns: { field: 'shape', is: ['list'] },
    groupBy: { field: 'shape', is: ['groups'] },
    thenBy: { field: 'shape', is: ['groups'] },
    groupUnit: { field: 'shape', is: ['groups'] },
    measures: { field: 'shape', is: ['groups'] },
    chart: { field: 'shape', is: ['groups'] },
  },
  groups: [
    {
      label: ['统计什么', 'What is asked'],
      fields: [
        'name',
        'paperName',
        'shape',
        'span',
        'columns',
        'groupBy',
        'thenBy',
        'groupUnit',
        'chart',
        'measures',
        'filters',
        'orderBy',
        'orderDown',
        'mostRows',
      ],
    },
    { label: ['送达', 'Delivery'], fields: ['schedule', 'receivers', 'lastDelivered'] },
  ],
  card: ['name', 'paperName', 'shape', 'schedule'],
  menu: { group: 'desk', icon: 'ruler', path: '/report/list', sort: 50 },
  familyPage: { group: 'report', code: 'report_list', path: '/report/reportlist', offers: [] },
});
