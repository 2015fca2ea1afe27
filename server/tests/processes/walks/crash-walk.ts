import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type CrashableServer, cutPower, end, gone, logInOverHttp, startServer } from '#kernel/testing/power-cut.ts';
import { invariants } from '../../../assemble.ts';
import { type CrashAccount, post, read } from '../../crash-company.ts';

/** Number of kills, and of answered acts in all: twenty and 2,000 in the acceptance run. */
const ROUNDS = Number(process.env.ANJU_CRASH_ROUNDS ?? 1);
const ACTS = Number(process.env.ANJU_CRASH_ACTS ?? 240);
/** Most acts until each call was done, as a multiple of the usual number. */
const MAX_LENGTH = 4;
/** Most choices until one is an act that is still missing. */
const MAX_CHOICES = 40;

export type WalkBody = Record<string, unknown>;
export type WalkRow = Record<string, string>;

/** An act of a person that has not been sent. `way`: its name, where its path does not say what it does. */
export interface WalkAct {
  readonly who: CrashAccount;
  readonly path: string;
  readonly body: WalkBody;
  readonly way?: string;
}

/** A sent act: one without an answer is repeated with the same key. `isDone`: it was answered without a refusal. */
export interface Sent extends WalkAct {
  readonly key: string;
  status: number;
  isDone: boolean;
}

/** A walk: how an act is chosen, the calls that it must have done, and what holds at its end. */
export interface CrashWalk<S extends { base: string }> {
  readonly ways: readonly string[];
  /** Codes of the invariants. */ readonly invariants: ReadonlySet<string>;
  /** Tables of documents that carry the key of their act, with its column. */ readonly marked: Readonly<
    Record<string, string>
  >;
  found(base: string): Promise<S>;
  people(site: S): readonly CrashAccount[];
  choose(site: S, who: CrashAccount): Promise<WalkAct>;
  /** Write the key of a document into it, so that a second one would show. */
  mark(act: WalkAct, key: string): void;
  /** Do further work beside the acts until they are enough. */
  beside?(running: CrashableServer, isEnough: () => boolean): Promise<void>;
  /** Wait until the product has done its own work at the end. */
  settle?(running: CrashableServer): Promise<void>;
}

/** Faults at the end of a walk: all lists are empty where it went well. */
interface Outcome {
  readonly broken: unknown[];
  readonly wrong: string[];
  readonly failed: string[];
  readonly undone: string[];
}

/** Time of a test of a walk. */
export const WALK_MS = 90_000 + ROUNDS * 40_000 + ACTS * 100;

export const randomBelow = (limit: number): number => Math.floor(Math.random() * limit);
export const pick = <T>(all: readonly T[]): T => all[randomBelow(all.length)];

/** Return a row of a list, in any of the states that its rows have. */
export async function someOf(
  base: string,
  who: CrashAccount,
  path: string,
  stateOf: (row: WalkRow) => string,
): Promise<WalkRow | undefined> {
  const joint = path.includes('?') ? '&' : '?';
  const { records } = await read<{ records: WalkRow[] }>(base, who.token, `${path}${joint}current=1&size=60`);
  return pick([...Map.groupBy(records, stateOf).values()].map((some) => pick(some)));
}

/** Send an act, and store its answer in it. */
async function send(base: string, act: Sent): Promise<void> {
  const { status, data } = await post(base, act.who.token, act.path, act.body, act.key);
  act.isDone = status === 200 && !(data as { failed?: unknown[] } | null)?.failed?.length;
  act.status = status;
}

const isOf = ({ way, path }: WalkAct, name: string): boolean => (way ?? path).endsWith(name);

/** The acts of a round: whether they are as many as usual, and whether the round is over. */
interface Round {
  readonly sent: Sent[];
  isLong(): boolean;
  isEnough(): boolean;
}

/** Choose an act. In a long round every second one is of a call that was not done yet, so that the round ends soon. */
async function chosen<S extends { base: string }>(
  { choose, ways }: CrashWalk<S>,
  site: S,
  who: CrashAccount,
  { sent, isLong }: Round,
): Promise<WalkAct> {
  const left = isLong() && randomBelow(2) ? undone(ways, sent) : [];
  let act = await choose(site, who);
  for (let n = 0; n < MAX_CHOICES && left.length && !left.some((name) => isOf(act, name)); n++)
    act = await choose(site, who);
  return act;
}

/** Act until enough acts are answered, or the server is gone. */
async function walkAs<S extends { base: string }>(
  walk: CrashWalk<S>,
  site: S,
  who: CrashAccount,
  round: Round,
): Promise<void> {
  const { mark } = walk;
  const { sent, isEnough } = round;
  try {
    while (!isEnough()) {
      const act = { ...(await chosen(walk, site, who, round)), key: randomUUID(), status: 0, isDone: false };
      mark(act, act.key);
      sent.push(act);
      await send(site.base, act);
    }
  } catch (error) {
    // The server was killed, or broke off its answer.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
  }
}

/** Return the calls that no act has done yet. */
const undone = (ways: readonly string[], sent: readonly Sent[]): string[] =>
  ways.filter((way) => !sent.some((one) => one.isDone && isOf(one, way)));

/**
 * Cut the power while everybody acts, start again, and repeat what has no answer. A round goes on until each call was
 * done.
 */
async function round<S extends { base: string }>(
  walk: CrashWalk<S>,
  site: S,
  { running, sent, dataDir }: { readonly running: CrashableServer; readonly sent: Sent[]; readonly dataDir: string },
): Promise<CrashableServer> {
  const people = walk.people(site);
  const answered = (): number => sent.filter((one) => one.status).length;
  const [before, acts] = [answered(), Math.ceil(ACTS / ROUNDS)];
  const isLong = (): boolean => answered() - before >= acts;
  const isEnough = (): boolean => {
    const count = answered() - before;
    const isDone = isLong() && (undone(walk.ways, sent).length === 0 || count >= acts * MAX_LENGTH);
    if (isDone && running.server.exitCode === null && running.server.signalCode === null) cutPower(running);
    return isDone;
  };
  const beside = walk.beside?.(running, isEnough).catch(() => {
    // The database was killed.
  });
  await Promise.all([beside, ...people.map((who) => walkAs(walk, site, who, { sent, isLong, isEnough }))]);
  await gone(running.server);
  return startServer(dataDir);
}

/** Log everybody in again, and repeat the acts that have no answer. */
async function repeat<S extends { base: string }>(
  { people }: CrashWalk<S>,
  site: S,
  base: string,
  sent: readonly Sent[],
): Promise<void> {
  site.base = base;
  for (const who of people(site)) who.token = await logInOverHttp(base, who.account, who.password);
  for (const act of sent.filter((one) => !one.status)) await send(base, act);
}

/** Walk over all rounds in a new company, and return the faults. */
export async function walked<S extends { base: string }>(walk: CrashWalk<S>): Promise<Outcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'anju-walk-'));
  let running = await startServer(dataDir);
  try {
    const site = await walk.found(running.base);
    const sent: Sent[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      running = await round(walk, site, { running, sent, dataDir });
      await repeat(walk, site, running.base, sent);
    }
    await walk.settle?.(running);
    const { ownerUrl } = running.database;
    return {
      broken: await brokenRows(ownerUrl, walk.invariants),
      wrong: await wrongDocuments(ownerUrl, sent, walk.marked),
      failed: sent
        .filter((one) => one.status === 0 || one.status >= 500)
        .map(({ path, body, status }) => `${path} ${status} ${JSON.stringify(body)}`),
      undone: undone(walk.ways, sent),
    };
  } finally {
    await end(running);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Run statements as the owner of the database. */
export async function withOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {
    // The database was killed.
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Return the rows that break the invariants of these codes. */
const brokenRows = (ownerUrl: string, codes: ReadonlySet<string>): Promise<unknown[]> =>
  withOwner(ownerUrl, async (client) => {
    const broken: unknown[] = [];
    for (const { code, sql } of invariants.filter((one) => codes.has(one.code)))
      broken.push(
        ...(
          await client.query(`select '${code}' as code, x.* from (${sql}) x where $2::timestamptz is not null`, [
            '000000',
            new Date().toISOString(),
          ])
        ).rows,
      );
    return broken;
  });

/** Return the keys of documents that are missing or doubled. `marked` names a table and the column of the key. */
const wrongDocuments = (
  ownerUrl: string,
  sent: readonly Sent[],
  marked: Readonly<Record<string, string>>,
): Promise<string[]> =>
  withOwner(ownerUrl, async (client) => {
    const all = Object.entries(marked).map(([table, column]) => `select ${column} as key from ${table}`);
    const { rows } = await client.query<{ key: string; n: number }>(
      `select key, count(*)::int as n from (${all.join(' union all ')}) x where key is not null group by 1`,
    );
    const stored = new Map(rows.map(({ key, n }) => [key, n]));
    return sent
      .filter(({ body, key }) => JSON.stringify(body).includes(key))
      .filter(({ status, key }) => (stored.get(key) ?? 0) !== (status === 200 ? 1 : 0))
      .map(({ key, path, status }) => `${path} ${status} ${key}`);
  });
