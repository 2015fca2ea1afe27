import { dictionary } from '#kernel/language/dictionary.ts';

/** What is counted of each day. `day` marks a day that was reckoned, so that no rows of a figure mean 0. */
export const kpiMetric = dictionary(
  'kpi_metric',
  ['经营指标', 'Figure'],
  {
    day: ['已核算', 'Calculated'],
    orders: ['登记', 'Work orders'],
    backlog: ['积压', 'Backlog'],
    slaResponse: ['响应时效', 'Response clock'],
    slaAppoint: ['预约时效', 'Appointment clock'],
    slaArrive: ['到达时效', 'Arrival clock'],
    slaFinish: ['完工时效', 'Finish clock'],
    slaReply: ['答复时效', 'Reply clock'],
    firstFix: ['一次修复', 'First-time fix'],
    utilisation: ['作业分钟', 'Minutes of work'],
    available: ['可用分钟', 'Minutes available'],
    revenue: ['收入', 'Revenue'],
    parts: ['用料成本', 'Cost of parts'],
    wages: ['工资', 'Pay'],
    stock: ['库存金额', 'Stock value'],
    cash: ['在手现金', 'Cash in hand'],
  },
  { sealed: true },
);
