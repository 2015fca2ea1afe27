import type { RoomServer } from '#kernel/server';
import modelRelation from './basics/model-relation.server.ts';
import codePlan from './develop/code-plan.server.ts';
import datasource from './develop/datasource.server.ts';
import { defineCodeJob, developRoutes } from './develop/develop-routes.server.ts';
import { auditRoutes, watchAudit } from './logs/audit-check.server.ts';
import { clientErrorRoutes } from './logs/client-errors.server.ts';
import { logBehaviours } from './logs/log-papers.server.ts';
import reportFile from './reports/report-file.server.ts';
import { reportRoutes } from './reports/run-report.server.ts';
import { ossRoutes } from './resource/oss-test.server.ts';
import oss, { STORAGE_CHANGED } from './resource/oss.server.ts';
import sms, { listenForSms } from './resource/sms.server.ts';
import { TenantStorage } from './resource/tenant-storage.server.ts';
import noticeReceipt from './notices/notice-receipt.server.ts';
import noticePaper, { listenForNotices } from './notices/notice.server.ts';

/** The server side of notices, logs, storage, tools and reports. */
export default {
  behaviours: [noticePaper, noticeReceipt, modelRelation, codePlan, datasource, oss, reportFile, sms, ...logBehaviours],
  routes: () => [...auditRoutes(), ...clientErrorRoutes(), ...developRoutes(), ...ossRoutes(), ...reportRoutes()],
  startWork(app) {
    listenForNotices(app);
    watchAudit(app);
    defineCodeJob(app);
    listenForSms(app);
    app.outbox.subscribe(STORAGE_CHANGED, async (context) => {
      if (app.files instanceof TenantStorage) app.files.forget(context.tenantId);
    });
  },
} satisfies RoomServer;
