import { printed } from '#kernel/server/http/answer-log.ts';
import type { App } from '#kernel/server/app.ts';
import { Lease } from '#kernel/server/jobs/parts/lease.ts';
import type { ProcessPart, RunningPart } from '#kernel/server/jobs/parts/part.ts';
import { keepFacts } from '#kernel/server/jobs/parts/part-facts.ts';
import { startParts } from '#kernel/server/jobs/parts/start-parts.ts';
import type { Settings } from '#kernel/server/settings/settings.ts';
import { appSettings, openApp, partsNamed, startBackground } from './assemble.ts';
import { openLines } from './lines.ts';

/** What a process without calls needs. */
interface RunPartsOptions {
  readonly appUrl: string;
  readonly dataDir: string;
  readonly settings: Settings;
  readonly parts: readonly ProcessPart['name'][];
  /** Also jobs and events. */
  readonly works: boolean;
  say(line: readonly [zh: string, en: string]): void;
}

/** Runs parts, and jobs where asked, without calls; answers how to end them. One process a database has each part. */
export async function runParts({
  appUrl,
  dataDir,
  settings,
  parts,
  works,
  say,
}: RunPartsOptions): Promise<() => Promise<void>> {
  const running: RunningPart[] = [];
  const { changes, line } = openLines(appUrl, {
    app: () => app,
    hear: (change) => {
      app.heard(change);
      for (const part of running) part.heard?.(change);
    },
    works,
  });
  const app: App = await openApp({
    appUrl,
    dataDir,
    ...appSettings(settings),
    changes,
    notifyPerson: (tenantId, personId, data) => changes.publish(tenantId, personId, data),
    report: (error) => console.error(printed(error)),
  });
  line.start();
  startBackground(app, { appUrl, works });
  const leases: Lease[] = [];
  const stopFacts: (() => Promise<void>)[] = [];
  for (const part of partsNamed(parts)) {
    const lease = new Lease(app, part.name);
    leases.push(lease);
    if (!(await lease.take())) break;
    const [one] = await startParts(app, [part], { ...settings, say });
    running.push(one);
    stopFacts.push(keepFacts(app, part.name, () => one.facts()));
  }
  return async () => {
    await Promise.all(running.map((part) => part.stop()));
    await Promise.all(stopFacts.map((stop) => stop()));
    await Promise.all([line.stop(), changes.stop()]);
    await Promise.all([app.jobs.stop(), app.outbox.stop(), app.due.stop()]);
    for (const lease of leases) lease.release();
    await app.close();
  };
}
