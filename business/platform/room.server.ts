import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Behaviour, Serving } from '#kernel/server/behaviour.ts';
import type { App } from '#kernel/server/app.ts';
import type { Route } from '#kernel/server/http/route.ts';
import connectConfig from './connect/connect-config.server.ts';
import connectField from './connect/connect-field.server.ts';
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

/** A list of behaviours holds them without the types of their papers; each was checked where it was written. */
const untyped = <P extends AnyPaper>(one: Behaviour<P>): Behaviour => one as unknown as Behaviour;

/** What the papers of the platform do beyond their definitions. */
export const behaviours: readonly Behaviour[] = [
  untyped(noticePaper),
  untyped(noticeReceipt),
  untyped(connectConfig),
  untyped(connectField),
  untyped(codePlan),
  untyped(datasource),
  untyped(oss),
  untyped(reportFile),
  untyped(sms),
  ...logBehaviours,
];

/** What the platform does for other rooms. */
export const services: readonly Serving[] = [];

/** The calls of this room that belong to no paper. */
export const routes = (): Route[] => [
  ...auditRoutes(),
  ...clientErrorRoutes(),
  ...developRoutes(),
  ...ossRoutes(),
  ...reportRoutes(),
];

/** Work behind the calls: jobs and what is listened to. */
export function startWork(app: App): void {
  listenForNotices(app);
  watchAudit(app);
  defineCodeJob(app);
  listenForSms(app);
  app.outbox.subscribe(STORAGE_CHANGED, async (context) => {
    if (app.files instanceof TenantStorage) app.files.forget(context.tenantId);
  });
}
