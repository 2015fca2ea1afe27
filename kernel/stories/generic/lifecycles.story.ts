import { describe, expect, test } from 'vitest';
import { type Action, type Lifecycle, fieldOf, statesOf } from '#kernel/language/lifecycle.ts';
import { columnOf } from '#kernel/language/paper.ts';
import { rooms } from '#business/rooms.ts';
import { isRefusedByBusiness, putInto, titled } from '../choose.ts';
import { type Body, asked, each, saved, told } from '../sample.ts';
import { openStory } from '../story.ts';

const story = await openStory(import.meta.url);
const aliases = rooms.flatMap((room) => room.roles ?? []).map((role) => role.alias);
const superRoles = new Set(['administrator', 'admin']);

/** A lead counts as its parent role too. */
async function holdersOf(action: Action): Promise<Set<string>> {
  const rows = await story.tables<{ alias: string; parent: string | null }>("select r.role_alias as alias, p.role_alias as parent from blade_role r left join blade_role p on p.id = r.parent_id where r.tenant_id = '000000'");
  return new Set(rows.filter(({ alias, parent }) => superRoles.has(alias) || action.roles.includes(alias) || (parent !== null && action.roles.includes(parent))).map(({ alias }) => alias));
}

describe.each(titled((paper) => Boolean(paper.lifecycle)))('%s', (_title, paper) => {
  const life = paper.lifecycle as Lifecycle;
  const ways = statesOf(life);
  const keysOf = (action: Action): string[] => Object.keys((action.states ?? life.states).items);
  const actions = Object.entries(life.actions).filter(([, action]) => action.from.some((state) => state !== '*'));

  test('每个状态 × 动作：能做的做成，不能做的用两种语言说清 every state and action answers as its table says', async () => {
    const zh = await story.as('administrator', { who: 'acts' });
    for (const [name, action] of actions) {
      const [field, states] = [fieldOf(life, action), (action.states ?? life.states).items];
      for (const state of keysOf(action)) {
        const row = await saved(story, paper);
        await putInto(story, paper, row.id, state, field);
        const input = await asked(story, action.asks, paper);
        const answer = await zh.post(`${paper.path}/act`, { ...row, ...input, id: row.id, action: name, version: undefined });
        const about = `${state} ${name}: ${told(answer)}`;
        if (action.from.includes(state)) {
          const refused = isRefusedByBusiness(answer);
          expect(refused || answer.status === 200, about).toBe(true);
          expect(String((await story.tables<Body>(`select ${columnOf(field)} as state from ${paper.table} where id = $1`, [row.id]))[0].state), about).toBe(refused ? state : action.to);
        } else {
          expect([answer.status, answer.reason], about).toEqual([409, 'lifecycle.notFromHere']);
          expect(answer.msg).toContain(action.label[0]);
          expect(answer.msg).toContain(states[state][0]);
          const english = await zh.inEnglish().post(`${paper.path}/act`, { ...input, id: row.id, action: name });
          expect(english.msg).toContain(action.label[1]);
          expect(english.msg).toContain(states[state][1]);
        }
      }
    }
  });

  test('每个角色 × 状态：按钮与接口说法一致 every role: what the row says may be done is what the call does', async () => {
    const rows: { id: string; field: string; state: string }[] = [];
    for (const { field, states } of ways) {
      for (const state of Object.keys(states.items)) {
        const { id } = await saved(story, paper);
        await putInto(story, paper, id, state, field);
        rows.push({ id, field, state });
      }
    }
    const holders = new Map(await Promise.all(actions.map(async ([name, action]) => [name, await holdersOf(action)] as const)));
    await each([...aliases, 'nobody'], async (alias) => {
      const person = await story.as(alias, { who: 'sees' });
      // His own rows, so that no data scope stands between him and what his buttons say.
      await story.tables(`update ${paper.table} set create_user = $2, create_dept = (select dept_id[1] from blade_user where id = $2) where id = any($1)`, [rows.map((row) => row.id), person.id]);
      for (const { id, field, state } of rows) {
        const list = await person.get(`${paper.path}/page`, { id, [field]: state });
        const can = list.status === 200 ? (list.data.records as Body[])[0]?._can as string[] | undefined : undefined;
        for (const [name, action] of actions.filter(([, one]) => fieldOf(life, one) === field)) {
          const allowed = holders.get(name)!.has(alias);
          // An input that is refused keeps the row where it is, and shows that the door was open.
          const answer = await person.post(`${paper.path}/act`, { id, action: name });
          const about = `${alias} ${state} ${name}: ${told(answer)}`;
          if (!allowed) expect([answer.status, answer.reason], about).toEqual([403, 'http.forbidden']);
          else if (!isRefusedByBusiness(answer)) expect([200, 400, 404, 409], about).toContain(answer.status);
          if (can) expect(can.includes(name), `_can of ${about}`).toBe(allowed && action.from.includes(state));
          if (answer.status === 200) await putInto(story, paper, id, state, field);
        }
      }
    }, 1);
  });
});
