import type { Parameter, Room } from '#kernel/language/room.ts';
import { agreement } from './basics/agreement.paper.ts';
import { modelRelation } from './basics/model-relation.paper.ts';
import { startupDiagram } from './basics/startup-diagram.paper.ts';
import { codePlan } from './develop/code-plan.paper.ts';
import { dataModel } from './develop/data-model.paper.ts';
import { datasource } from './develop/datasource.paper.ts';
import { modelColumn } from './develop/model-column.paper.ts';
import * as dictionaries from './dictionaries.ts';
import { logApi } from './logs/log-api.paper.ts';
import { logError } from './logs/log-error.paper.ts';
import { logUsual } from './logs/log-usual.paper.ts';
import { oss } from './resource/oss.paper.ts';
import { smsSent } from './resource/sms-sent.paper.ts';
import { sms } from './resource/sms.paper.ts';
import { reportFile } from './reports/report-file.paper.ts';
import { noticeReceipt } from './notices/notice-receipt.paper.ts';
import { noticePaper } from './notices/notice.paper.ts';

const parameters: readonly Parameter[] = [
  { key: 'sms.perPhonePerDay', label: ['每号码每天短信上限', 'Messages per day to one number'], initial: '10' },
  { key: 'log.api.keepDays', label: ['接口日志保留天数', 'Days that calls are kept'], initial: '30' },
  { key: 'log.usual.keepDays', label: ['通用日志保留天数', 'Days that events are kept'], initial: '365' },
  {
    key: 'log.audit.keepYears',
    label: ['操作审计保留年数（0 永久）', 'Years that the audit is kept (0: for ever)'],
    initial: '0',
  },
  {
    key: 'log.audit.headsTo',
    label: ['审计链末端推送地址（平台，空不推送）', 'Where the ends of the audit are sent (platform; empty: nowhere)'],
    initial: '',
  },
  { key: 'log.error.keepDays', label: ['错误日志保留天数', 'Days that faults are kept'], initial: '90' },
];

/** Services for all other rooms: notices, texts of the apps, logs, storage, tools and reports. */
export default {
  name: 'platform',
  title: ['平台服务', 'Platform'],
  needs: ['system'],
  load: 'later',
  topMenu: { code: 'platform', label: ['平台服务', 'Platform'], icon: 'sliders-horizontal', sort: 6 },
  papers: [
    noticePaper,
    noticeReceipt,
    agreement,
    startupDiagram,
    modelRelation,
    logUsual,
    logApi,
    logError,
    datasource,
    dataModel,
    modelColumn,
    codePlan,
    oss,
    sms,
    smsSent,
    reportFile,
  ],
  dictionaries: Object.values(dictionaries),
  groups: [
    { code: 'basics', label: ['平台配置', 'Platform settings'], icon: 'sliders-horizontal', sort: 210 },
    { code: 'resource', label: ['资源', 'Resources'], icon: 'archive', sort: 220 },
    { code: 'develop', label: ['开发工具', 'Tools'], icon: 'puzzle', sort: 230 },
    { code: 'monitor', label: ['系统监控', 'Monitoring'], icon: 'activity', sort: 240 },
  ],
  parameters,
} satisfies Room;
