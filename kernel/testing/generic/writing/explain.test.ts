import { describe, expect, test } from 'vitest';
import { statesOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import { COMPLETENESS, explainVerb } from '#kernel/server/rows/own/explain.ts';
import type { Actor } from '#kernel/server/session/actor.ts';
import { rooms } from '../../../../server/rooms.ts';
import { putInto, stored, titled } from '../../choose.ts';
import { saved, describeAnswer } from '../../sample.ts';
import { type TestCaller, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const aliases = rooms.flatMap((room) => room.roles ?? []).map((role) => role.alias);
const callers = new Map<string, { readonly caller: TestCaller; readonly actor: Actor }>();
for (const alias of aliases) {
  const caller = await server.as(alias, { who: 'why' });
  const tenancy = { tenantId: '000000', zone: 'Asia/Shanghai' };
  const person = await server.app.ports.person(tenancy, caller.id);
  if (!person) throw new Error(`no account of ${alias}`);
  const origin = { requestId: 'why', ip: '127.0.0.1', channel: 'admin' };
  callers.set(alias, { caller, actor: { tenancy, person, language: 'zh', origin } });
}
/** Timeout in ms: a visit has thirteen states and as many verbs, and twenty roles look at each. */
const MANY_MS = 120_000;

/** Return whether the paper has a verb for existing rows. */
const isActedOn = ({ lifecycle }: AnyPaper): boolean =>
  Object.values(lifecycle?.actions ?? {}).some(({ from }) => from.some((state) => state !== '*'));

describe.each(titled(isActedOn))('%s', (_title, paper) => {
  const life = lifeOf(paper);
  const verbs = Object.entries(life.actions)
    .filter(([, action]) => action.from.some((state) => state !== '*'))
    .map(([name]) => name);

  /** Return the verbs that the detail offers for a row, sorted; none if the caller may not see the row. */
  async function offered(caller: TestCaller, id: string): Promise<readonly string[]> {
    const answer = await caller.get(`${paper.path}/detail`, { id });
    if (answer.status === 403 || answer.status === 404) return [];
    expect(answer.status, describeAnswer(answer)).toBe(200);
    return (answer.data._can as string[]).filter((name) => verbs.includes(name)).toSorted();
  }

  test('an explanation refuses exactly the verbs that the detail does not offer', { timeout: MANY_MS }, async () => {
    const { id } = await saved(server, paper);
    const isJudged = verbs.some((verb) => life.actions[verb].judges);
    const seen = new Set<string>();
    for (const track of statesOf(life))
      for (const state of Object.keys(track.states.items)) {
        await putInto(server, paper, id, state, track.field);
        const row = await stored(server, paper, id);
        const compare = async (alias: string): Promise<void> => {
          const { caller, actor } = callers.get(alias)!;
          const open: string[] = [];
          for (const verb of verbs) {
            const why = await explainVerb(server.app, actor, paper, row, verb);
            if (why.every(({ step }) => COMPLETENESS.has(step))) open.push(verb);
            for (const { step } of why) seen.add(step);
          }
          expect(open.toSorted(), `${track.field} ${state} ${alias}`).toEqual(await offered(caller, id));
        };
        for (const alias of aliases) await compare(alias);
        if (!isJudged) continue;
        // Make the caller the creator of the row, so that verdicts on one's own work are tested too.
        await server.tables(`update ${paper.table} set create_user = $2 where id = $1`, [
          id,
          callers.get('administrator')!.caller.id,
        ]);
        await compare('administrator');
        await server.tables(`update ${paper.table} set create_user = $2 where id = $1`, [id, row.create_user]);
      }
    expect([...seen]).toEqual(expect.arrayContaining(['right', 'standsInFrom']));
    if (verbs.some((verb) => (life.actions[verb].judges || undefined)?.of === 'paper'))
      expect(seen).toContain('segregation');
  });
});
