import { cpSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { md5 } from '#kernel/server/session/password.ts';
import { arrivalIn } from '#kernel/server/jobs/arrival.ts';
import { verifyAudit } from '#kernel/server/secrets/seals/verify.ts';
import { isSealedText } from '#kernel/fields/sealed-text.ts';
import type { App } from '#kernel/server/app.ts';
import { SetClock } from '#kernel/server/time/clock.ts';
import { allTables, openApp, papers } from '../assemble.ts';
import { arriveRest, prepare } from '../prepare.ts';
import { UNMOVED, demoTables, logTables } from './archive/archived-tables.ts';
import { demoAccounts } from './people.ts';
import { DrawnStorage } from './archive/drawn-storage.ts';
import { dump } from './archive/dump.ts';
import { daySlice, openArchive, sliceFile } from './archive/manifest.ts';
import { Shift, archiveEnd, positionAt } from './archive/shift.rules.ts';
import { TURN } from './archive/load.ts';
import { type ArchiveSection, readSlice } from './archive/slice-file.ts';
import { LOGS_FROM } from './archive/slices.rules.ts';
import { type ArchivePlace, SMALL_ARCHIVE, WEEK_MS, brokenOf, empty } from './testing/archives.ts';

const archive = openArchive(SMALL_ARCHIVE)!;
/** The Wednesday at 09:00, thirty weeks and two days after the end of the archive. */
const AT = archiveEnd(archive.monday) + 30 * WEEK_MS + 2 * 86_400_000 + 90 * 60_000;

let place: ArchivePlace;
const server = await openTestServer(import.meta.url, {
  env: { ANJU_SEED: 'demo' },
  async before(of) {
    place = of;
    await empty(of);
    await prepare({ ...of, seed: 'demo', archive: SMALL_ARCHIVE, now: AT, say: () => {} });
  },
});
server.clock.set(AT);

const read = (name: string): Promise<ArchiveSection[]> => readSlice(join(SMALL_ARCHIVE, sliceFile(name)));

/**
 * Return the sections that are loaded with a slice. The slice with the newest logs also loads the logs of the days
 * since Monday.
 */
async function sectionsOf(slice: number): Promise<ArchiveSection[]> {
  const sections = await read(String(slice));
  const logs = logTables(papers);
  for (let day = positionAt(archive, AT).day; slice === LOGS_FROM && day > 0; day -= 1)
    sections.push(...(await read(daySlice(day))).filter(({ table }) => logs.has(table)));
  return sections;
}

/** Number of parts in which the rows of a slice are moved. Before each part the process checks whether it must stop. */
const turnsOf = (sections: readonly ArchiveSection[]): number =>
  sections.reduce((sum, { rows }) => sum + Math.ceil(rows.length / TURN), 0);

/** Matches days and months in every notation that a text may use. */
const DAYS =
  /(?<!\d)20[23]\d-(?:0[1-9]|1[0-2])(?:-\d\d)?(?!\d)|(?<=[A-Z])20[23]\d(?:0[1-9]|1[0-2])[0-3]\d(?=\d{4})|\d{1,2}月\d{1,2}日|(?<![\d-])(?:0[1-9]|1[0-2])-[0-3]\d(?= \d\d:)|\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g;

/** A message that is not loaded yet: its id, and its unique key, which another message takes in advance. */
const taken = { id: '', key: '' };

const marker = async (): Promise<string> =>
  (await server.tables<{ value: string }>("select value from anju_meta where id = 'demo'"))[0].value;
const broken = (app: Pick<App, 'invariants'>, nowMs: number): Promise<string[]> =>
  brokenOf(app, (sql, values) => server.tables(sql, values), nowMs);

const count = async (sql: string): Promise<number> =>
  (await server.tables<{ n: number }>(`select count(*)::int as n from ${sql}`))[0].n;

describe('演示数据包 The archive of the demo company', () => {
  test('the door opens with two weeks, and everybody logs in', async () => {
    expect(arrivalIn(await marker())).toEqual({ done: 2, of: archive.weeks });
    for (const { tenant, account, password } of demoAccounts()) {
      const answer = await server.stranger().send('POST', 'blade-auth/oauth/token', {
        body: new URLSearchParams({
          tenantId: tenant,
          username: account,
          password: md5(password),
          grant_type: 'password',
        }).toString(),
        headers: {
          authorization: `Basic ${btoa('saber:saber_secret')}`,
          'Content-Type': 'application/x-www-form-urlencoded',
          'Tenant-Id': tenant,
        },
      });
      expect([account, answer.status]).toEqual([account, 200]);
    }
    const ready = await fetch(`${server.base}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', demo: { done: 2, of: archive.weeks } }]);
  });

  test('what is there names no row that is still to come', async () => {
    const known = new Set(
      (await dump(place.ownerUrl, demoTables(allTables()))).flatMap(({ table, columns, rows }) => {
        const id = columns.indexOf('id');
        return id < 0 ? [] : [...rows.values()].map((row) => `${table} ${row.split('\t')[id]}`);
      }),
    );
    expect(known.size).toBeGreaterThan(1000);
    const ofOrders = await count(
      'dispatchlist v where not exists (select 1 from asregistrationform r where r.id = v.registration_form_id)',
    );
    const ofForms = await count(
      'asregistrationform r where r.repair_form_id is not null and not exists (select 1 from asrepairform f where f.id = r.repair_form_id)',
    );
    expect([ofOrders, ofForms]).toEqual([0, 0]);
  });

  test('a key that a person took while weeks arrive stays theirs', async () => {
    const messages = (await readSlice(join(SMALL_ARCHIVE, sliceFile(String(archive.slices))))).find(
      ({ table }) => table === 'asmessage',
    )!;
    const [id, key] = ['id', 'dedupe_key'].map((one) => messages.columns.indexOf(one));
    const [row] = messages.rows.map((one) => one.split('\t')).filter((cells) => cells[key] !== '\\N');
    taken.id = row[id];
    taken.key = new Shift(archive.monday, 30).text(row[key]);
    await server.tables('update asmessage set dedupe_key = $1 where id = (select max(id) from asmessage)', [taken.key]);
    await arriveRest(server.app, { ...place, archive: SMALL_ARCHIVE, now: AT, isStopping: () => true });
    expect(await count(`asmessage where dedupe_key = '${taken.key}'`)).toBe(1);
  });

  test('a process that is cut off within or after any slice leaves what the next one goes on from', async () => {
    const goOn = (turns: number): Promise<void> => {
      let left = turns;
      const isStopping = (): boolean => --left < 0;
      return arriveRest(server.app, { ...place, archive: SMALL_ARCHIVE, now: AT, isStopping }).catch(() => undefined);
    };
    const done = async (): Promise<number | undefined> => arrivalIn(await marker())?.done;
    for (let slice = 2; slice < archive.slices; slice += 1) {
      const turns = turnsOf(await sectionsOf(slice));
      // Stop in the middle of the slice: its transaction is rolled back.
      if (slice % 5 === 2) await goOn(turns / 2);
      expect(await done()).toBe(slice);
      await goOn(turns + 1);
      expect(await done()).toBe(slice + 1);
    }
    await goOn(Number.POSITIVE_INFINITY);
    expect(await done()).toBeUndefined();
  });

  test('the rows are those of the archive, moved, whatever ended between', async () => {
    const { weeks, day } = positionAt(archive, AT);
    expect([weeks, day]).toEqual([30, 2]);
    const names = [
      ...Array.from({ length: day }, (_, at) => daySlice(day - at)),
      ...Array.from({ length: archive.slices + 1 }, (_, at) => String(at)),
    ];
    const expected = new Map<string, Set<string>>();
    const gone = new Set<string>();
    for (const name of names)
      for (const { table, columns, rows, gone: keys = [] } of await readSlice(join(SMALL_ARCHIVE, sliceFile(name)))) {
        for (const key of keys) gone.add(key);
        const id = columns.indexOf('id');
        if (id < 0) continue;
        const ids = expected.get(table) ?? new Set();
        expected.set(table, ids);
        for (const row of rows) ids.add(row.split('\t')[id]);
      }
    for (const [table, ids] of expected) {
      const found = await server.tables<{ id: string }>(`select id::text as id from "${table}"`);
      const there = new Set(found.map(({ id }) => id));
      expect([table, [...ids].filter((id) => !there.has(id) && !gone.has(id))]).toEqual([
        table,
        table === 'asmessage' ? [taken.id] : [],
      ]);
    }
    expect(await count(`asmessage where dedupe_key = '${taken.key}'`)).toBe(1);
  });

  test('every invariant holds, and every log entry stands as it was written', async () => {
    expect(await broken(server.app, AT)).toEqual([]);
    const { findings, entries, seals } = await verifyAudit(server.app);
    expect([findings, entries > 1000, seals > 1]).toEqual([[], true, true]);
  });

  test('no text has a day of before the move', async () => {
    const stored = new Map(
      (await dump(place.ownerUrl, demoTables(allTables()))).map(({ table, columns, rows }) => [
        table,
        { columns, rows },
      ]),
    );
    let looked = 0;
    for (const { table, columns, rows } of await readSlice(join(SMALL_ARCHIVE, sliceFile('1')))) {
      const now = stored.get(table)!;
      const id = columns.indexOf('id');
      if (UNMOVED.has(table) || id < 0) continue;
      const places = columns.map((column) => now.columns.indexOf(column));
      const left = rows.flatMap((row) => {
        const moved = now.rows.get(row.split('\t')[id])?.split('\t');
        looked += 1;
        return row.split('\t').flatMap((cell, at) => {
          const days = new Set((moved?.[places[at]] ?? '').match(DAYS) ?? []);
          return (cell.match(DAYS) ?? []).filter((day) => days.has(day)).map((day) => `${columns[at]} ${day}`);
        });
      });
      expect([table, left.slice(0, 3)]).toEqual([table, []]);
    }
    expect(looked).toBeGreaterThan(1000);
    const [{ period }] = await server.tables<{ period: string }>(
      "select max(period) as period from anju_counter where rule = 'dispatchlist'",
    );
    expect(period.slice(0, 6)).toBe('202706');
  });

  test('secrets are sealed by the key of this installation', async () => {
    const [{ secret, id }] = await server.tables<{ secret: string; id: string }>(
      'select device_secret as secret, id::text as id from iot_device where device_secret is not null order by id limit 1',
    );
    expect(isSealedText(secret)).toBe(true);
    const place = { tenantId: '000000', paper: papers.get('device')!, field: 'deviceSecret' };
    expect([id, server.app.vault.open(secret, place)]).not.toContain(null);
  });

  test('a photo is drawn when somebody first looks at it', async () => {
    const [{ id }] = await server.tables<{ id: string }>(
      "select id::text as id from blade_attach where extension = 'jpg' order by id desc limit 1",
    );
    const files = new DrawnStorage(server.app.files, archive);
    expect(await files.size(`000000/${id}.thumb`)).toBeGreaterThan(500);
    expect(await files.size(`000000/${id}`)).toBeGreaterThan(2000);
    expect(await files.size('000000/1')).toBeNull();
  });

  test('moved by one week, to its Monday, it arrives after faults that are repeated with a growing delay', async () => {
    const now = archiveEnd(archive.monday) + WEEK_MS + 60_000;
    const other = { ...place, dataDir: join(place.dataDir, 'one-week'), archive: join(place.dataDir, 'copied') };
    mkdirSync(other.dataDir);
    cpSync(SMALL_ARCHIVE, other.archive, { recursive: true });
    const [slice, hidden] = ['3.zst', 'hidden'].map((name) => join(other.archive, name));
    await empty(other);
    await prepare({ ...other, seed: 'demo', now, say: () => {} });
    renameSync(slice, hidden);
    const steps: string[] = [];
    const app = await openApp({ ...other, clock: new SetClock(now) });
    try {
      const reported = vi.spyOn(app, 'report').mockImplementation(() => undefined);
      const arriving = arriveRest(app, { ...other, now, againMs: 20, say: (step) => steps.push(step) });
      await vi.waitFor(() => expect(steps.length).toBeGreaterThan(2), { timeout: 20_000 });
      expect(arrivalIn(await marker())).toEqual({ done: 3, of: archive.weeks });
      renameSync(hidden, slice);
      await arriving;
      expect(String(reported.mock.calls[0][0])).toContain('ENOENT');
      expect(steps[0]).toMatch(/^演示数据未能到齐.*did not arrive/);
      expect(arrivalIn(await marker())).toBeNull();
      expect(await broken(app, now)).toEqual([]);
      expect((await verifyAudit(app)).findings).toEqual([]);
    } finally {
      await app.close();
    }
    expect(await count("aswageperiod where period_status = 'open'")).toBeGreaterThan(0);
    expect(
      await count("dispatchlist where plan_start >= '2026-11-30 00:00+08' and plan_start < '2026-12-01 00:00+08'"),
    ).toBeGreaterThan(0);
  });
});
