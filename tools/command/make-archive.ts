import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { SHIPPED_ARCHIVE } from '../../server/demo/archive/manifest.ts';
import { projectDir } from './project-dir.ts';
import { printLine } from './steps.ts';
import { dropDatabase } from '#kernel/testing/drop-database.ts';
import { databaseUrl } from '#kernel/testing/template.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { SetClock, inZone } from '#kernel/server/time/clock.ts';
import { allTables, openApp, papers } from '../../server/assemble.ts';
import { prepare } from '../../server/prepare.ts';
import { ArchiveMaker } from '../../server/demo/archive/make.ts';
import { archiveEnd } from '../../server/demo/archive/shift.rules.ts';
import { seedDemo } from '../../server/demo/seed-demo.ts';
import { WORKERS } from '../../server/demo/workers.ts';
import { patchesIn } from '../../server/patches.ts';
import { productTree } from '../../server/rooms.ts';
import { askNumbers } from './ask-numbers.ts';
import { StoryCost } from './story-cost.ts';

const NAME = 'anju_demo_made';
const DAYS_A_MONTH = 30.4;
const DAY_MS = 86_400_000;
const ZONE = 'Asia/Shanghai';

interface MakeArchive {
  readonly ownerUrl: string;
  readonly superUrl: string;
  readonly dataDir: string;
  /** Process id of PostgreSQL. */ readonly pid: number;
  readonly folder: string;
  readonly weeks: number;
  readonly mornings: number;
  readonly share: number;
  say(line: string): void;
}

/** Return the latest Monday, today included (`yyyy-MM-dd`). */
function lastMonday(): string {
  const today = inZone(Date.now(), ZONE).slice(0, 10);
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return new Date(Date.parse(`${today}T00:00:00Z`) - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/** Options of `npm run demo -- --make`. */
export interface MakeOptions {
  readonly folder?: string;
  readonly weeks: string;
  readonly mornings: string;
  /** Share of the business of a whole company, in per cent. */ readonly share: string;
}

/** Number of weeks of the shipped archive. Only a whole company of this length writes its figures into docs/demo.md. */
const SHIPPED_WEEKS = 13;

const numberIn = (text: string, low: number, high: number): number =>
  Math.min(high, Math.max(low, Math.round(Number(text)) || low));

/** Make an archive in a separate PostgreSQL cluster, so that an interruption leaves no half-made installation. */
export async function makeInOwnCluster({
  folder = SHIPPED_ARCHIVE,
  weeks,
  mornings,
  share,
}: MakeOptions): Promise<void> {
  const dataDir = join(projectDir, '.anju', 'demo-make');
  mkdirSync(dataDir, { recursive: true });
  const database = await startPostgres({ dataDir, say: printLine });
  try {
    const bytes = await makeArchive({
      ...database,
      dataDir,
      folder,
      weeks: numberIn(weeks, 3, 52),
      mornings: numberIn(mornings, 0, 6),
      share: numberIn(share, 1, 100) / 100,
      say: printLine,
    });
    printLine(`${folder}  ${(bytes / 1e6).toFixed(1)} MB`);
  } finally {
    if (!database.adopted) await database.stop();
  }
}

/** Make the demo company in a database of its own and write it as an archive; return its size in bytes. */
async function makeArchive(options: MakeArchive): Promise<number> {
  const { folder, weeks, mornings, share, dataDir, pid, say, ...urls } = options;
  const cost = new StoryCost(pid);
  await dropDatabase(urls.ownerUrl, NAME);
  const owner = new pg.Client({ connectionString: urls.ownerUrl });
  await owner.connect();
  await owner.query(`create database ${NAME}`).finally(() => owner.end());
  const ownerUrl = databaseUrl(urls.ownerUrl, NAME);
  const appUrl = await ensureWorkRole(ownerUrl, dataDir, null);
  const monday = lastMonday();
  const superUrl = databaseUrl(urls.superUrl, NAME);
  await prepare({ ownerUrl, superUrl, appUrl, dataDir, seed: 'demo', isBare: true, now: archiveEnd(monday), say });
  const clock = new SetClock(archiveEnd(monday));
  const app = await openApp({ appUrl, dataDir, demo: true, connections: WORKERS, clock });
  try {
    const patches = (await patchesIn(productTree)).map(({ name }) => name);
    const maker = new ArchiveMaker({
      ownerUrl,
      folder,
      tables: allTables(),
      papers,
      vault: app.vault,
      monday,
      weeks,
      patches,
    });
    app.outbox.start(app, { clockOf: (eventMs) => new SetClock(eventMs) });
    await seedDemo(app, ownerUrl, say, {
      months: (weeks * 7) / DAYS_A_MONTH,
      share,
      now: archiveEnd(monday),
      mornings,
      refused: (at, reason) => {
        if (reason !== 'seed.noOrder') say(`✗ ${at} ${reason}`);
      },
      drawn: maker.drawn,
      measured: (room, at, run) => cost.run(room, at, run),
      reached: async (nowMs) => {
        clock.set(nowMs);
        await app.outbox.deliver();
        await maker.morning();
        say(inZone(nowMs, ZONE));
        if (nowMs !== archiveEnd(monday)) return;
        for (const line of cost.lines()) say(line);
        await askNumbers(ownerUrl, `${inZone(nowMs, ZONE)}+08`, {
          isWritten: weeks === SHIPPED_WEEKS && share === 1,
          say,
        });
      },
    });
    return await maker.write();
  } finally {
    await app.outbox.stop();
    await app.close();
  }
}
