import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { type Part, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { reportChart, reportPeriod, reportSpan, reportUnit } from '../dictionaries.ts';
import { everybody } from '../rights.rules.ts';

/** One condition of a report: a field of its paper is one of these values. */
export interface ReportFilter { readonly name: string; readonly value: string }

/** A question about the rows of a paper that is asked again and again: which rows, grouped how, what is counted. Whoever runs it gets an answer about the rows he sees. */
export const reportFile = paper('reportFile', {
  title: ['报表', 'Report'], table: 'blade_report_file', path: 'blade-report/report/rest', sight: 'shared', print: true,
  rights: { read: ['admin', ...everybody], write: ['admin', 'as_finance', 'as_hr', 'as_manager', 'as_admin'], remove: ['admin', 'as_manager', 'as_admin'] },
  caption: 'name', search: ['name'],
  fields: {
    name: text(['报表名称', 'Report'], { required: true, unique: true, list: true, filter: 'like', max: 100 }),
    paperName: text(['数据来源', 'Rows of'], { required: true, list: true, max: 64, example: 'customer', missing: ['请选择数据来源', 'Choose whose rows'] }),
    span: dict(reportSpan, ['创建时间', 'Made in'], { required: true, list: true, initial: 'all' }),
    filters: structured<ReportFilter[], { rows: true; parts: readonly Part[]; example: '' }>(['筛选', 'Only where'], { rows: true, example: '', parts: [{ name: 'name', label: ['字段', 'Field'], type: 'text', required: true }, { name: 'value', label: ['值', 'Is'], type: 'text', required: true }] }),
    groupBy: text(['分组', 'Grouped by'], { required: true, list: true, max: 64, example: 'createTime', missing: ['请选择分组', 'Choose how it is grouped'] }),
    groupUnit: dict(reportUnit, ['日期按', 'Dates by'], { initial: 'month' }),
    measure: text(['合计', 'Sum of'], { list: true, max: 64, example: '' }),
    chart: dict(reportChart, ['图形', 'Chart'], { required: true, list: true, initial: 'bar' }),
    schedule: dict(reportPeriod, ['定时送达', 'Delivered'], { required: true, list: true, filter: 'exact', initial: 'none' }),
    receivers: refs('user', ['送达人员', 'To'], { wide: true, help: ['不选则送达创建人', 'Without anybody: to who made it'] }),
    lastDelivered: moment(['最近送达', 'Last delivered'], { auto: true, list: true }),
  },
  groups: [
    { label: ['统计什么', 'What is asked'], fields: ['name', 'paperName', 'span', 'filters', 'groupBy', 'groupUnit', 'measure', 'chart'] },
    { label: ['送达', 'Delivery'], fields: ['schedule', 'receivers', 'lastDelivered'] },
  ],
  card: ['name', 'paperName', 'chart', 'schedule'],
  menu: { group: 'desk', icon: 'ruler', path: '/report/list', sort: 50 },
});
