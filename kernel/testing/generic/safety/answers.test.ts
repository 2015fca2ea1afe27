import { kindOf } from '#kernel/fields/kinds.ts';
import { beforeAll, expect, test } from 'vitest';
import { fieldsOf } from '#kernel/language/paper.ts';
import type { Route } from '#kernel/server/http/route.ts';
import { titled } from '../../choose.ts';
import { testEach, keeper, sample, saved } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
/** Timeout of over a thousand calls on a busy machine, in ms. */
const MANY_MS = 300_000;
const rows = new Map<string, Record<string, unknown> & { id: string }>();
const bodies = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  for (const [, paper] of titled()) {
    rows.set(paper.name, await saved(server, paper));
    bodies.set(paper.name, await sample(server, paper).catch(() => ({})));
  }
}, MANY_MS);

const WRITES = /\/(submit|save|add\w*|update\w*)$/;

/** Return whether the phone numbers of a paper belong to firms, and so are not masked. */
const isOfFirms = (route: Route): boolean =>
  fieldsOf(route.paper!).some(([, field]) => kindOf(field).foundByTail && field.personal === 'shown');

/**
 * Calls that return unmasked numbers on purpose. Printed forms and exports are logged, and a reveal needs a reason.
 * Drafts, dry runs and one's own number show only the caller's data.
 */
const OPEN =
  /\/(reveal|drafts|info|user-info|updatePrintById|export|exportExcel|export-\w+|update-info)$|import\/|^docs\//;
const CLEAR = /(?<![\d*])1[3-9]\d{9}(?!\d)/;

/** For query parameters with the id of another paper's row: the name of that paper. */
const paperOfParameter: Readonly<Record<string, string>> = {
  customerId: 'customer',
  registerMainId: 'serviceFile',
  equipmentId: 'equipment',
  repairFormId: 'repairForm',
  registrationFormId: 'registration',
  registrationId: 'registration',
  dispId: 'dispatchForm',
  dispatchListId: 'visit',
  technicianId: 'technician',
  completionId: 'completion',
};
const idsOf = (id: string): Record<string, string> => ({
  id,
  ids: id,
  parentId: id,
  ...Object.fromEntries(Object.entries(paperOfParameter).map(([name, paper]) => [name, rows.get(paper)!.id])),
});

/** Names of the fields of all papers. */
const fieldNames = new Set([...server.app.papers.values()].flatMap((paper) => fieldsOf(paper).map(([name]) => name)));
const files = new Set(
  [...server.app.papers.values()].flatMap((paper) =>
    fieldsOf(paper).flatMap(([name, field]) => (kindOf(field).pointsTo === 'file' ? [name] : [])),
  ),
);

/** Calls that return figures for a screen, where null means that an amount or a promised day does not exist. */
const FIGURES = /\/(chain|waitingOrders|kpi\/mine|household-manage\/home)$/;

/** Return the names of fields in an answer whose value is null, or is the bare id of a file instead of a link. */
function oddIn(value: unknown, name: string): string[] {
  if (value === null) return fieldNames.has(name) ? [`${name} is null`] : [];
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => oddIn(one, name)))];
  if (typeof value === 'object') return Object.entries(value as object).flatMap(([key, one]) => oddIn(one, key));
  return files.has(name) && /^\d{15,}$/.test(String(value)) ? [`${name} is a bare id`] : [];
}

async function answerOf(route: Route, id: string, body: Record<string, unknown>): Promise<string> {
  const by = await keeper(server);
  const path = route.path.replaceAll(/\{\w+\}/g, id);
  const answer =
    route.method === 'GET'
      ? await by.get(path, { ...idsOf(id), size: 5 })
      : await by.write(route.method, path, {
          ...body,
          ...(/submit|save|add/.test(path) ? {} : idsOf(id)),
          reason: '因',
        });
  return answer.status === 200 ? JSON.stringify(answer.data ?? '') : '';
}

test(
  '没有一个接口的回答里有没经查看的明文号码、null 或光秃的文件编号 no answer has an unmasked number that was not revealed, null for a field, or a bare file id',
  { timeout: MANY_MS },
  async () => {
    const calls = server.assembly.routes.filter(
      (route) =>
        route.paper &&
        !route.raw &&
        !OPEN.test(route.path) &&
        !/remove$|\/delete|events|logout/.test(route.path) &&
        !isOfFirms(route),
    );
    expect(calls.length).toBeGreaterThan(500);
    const leaks: string[] = [];
    const odd = new Set<string>();
    let answered = 0;
    const ask = async (route: Route, id: string, body: Record<string, unknown>): Promise<void> => {
      const text = await answerOf(route, id, body);
      if (text) answered += 1;
      const [found] = CLEAR.exec(text) ?? [];
      if (text && !FIGURES.test(route.path))
        for (const what of oddIn(JSON.parse(text), '')) odd.add(`${route.method} ${route.path}: ${what}`);
      if (found)
        leaks.push(
          `${route.method} ${route.path}: …${text.slice(Math.max(0, text.indexOf(found) - 60), text.indexOf(found) + 11)}`,
        );
    };
    const [looks, writes, verbs] = [
      calls.filter(({ method }) => method === 'GET'),
      calls.filter(({ method, path }) => method !== 'GET' && WRITES.test(path)),
      calls.filter(({ method, path }) => method !== 'GET' && !WRITES.test(path)),
    ];
    const rowOf = (route: Route): Record<string, unknown> & { id: string } => rows.get(route.paper!.name)!;
    await testEach(looks, (route) => ask(route, rowOf(route).id, {}), 3);
    await testEach(
      writes,
      (route) =>
        ask(
          route,
          rowOf(route).id,
          /update/.test(route.path) ? { ...rowOf(route), remark: '改' } : bodies.get(route.paper!.name)!,
        ),
      3,
    );
    // Calls that change the state of papers come last: each action that a row offers, alone and in bulk.
    await testEach(
      verbs,
      async (route) => {
        const { id, _can: able = [] } = rowOf(route) as { id: string; _can?: readonly string[] };
        if (!/\/(act|bulk)$/.test(route.path)) {
          await ask(route, id, rowOf(route));
          return;
        }
        for (const action of able) await ask(route, id, { action, lines: undefined });
      },
      3,
    );
    console.log(`明文号码 clear numbers: ${answered} answers looked through`);
    expect(leaks).toEqual([]);
    expect(answered).toBeGreaterThan(250);
    expect([...odd].toSorted()).toEqual([]);
  },
);
