import { describe, expect, test } from 'vitest';
import { type Action, endingsOf, stateFieldOf, statesOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, type ReferencePath, columnOf, lifeOf } from '#kernel/language/paper.ts';
import { reservedRoles } from '#kernel/language/permission.ts';
import { rolesOf } from '#kernel/language/rights/on-behalf-of.ts';
import { rooms } from '../../../server/rooms.ts';
import { isRefusedByBusiness, putInto, stored, titled } from '../choose.ts';
import { makeWorkOf, pathsToOwnWork } from '../own-work.ts';
import { type Body, sampleQuery, testEach, saved, describeAnswer } from '../sample.ts';
import { type TestCaller, openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const aliases = rooms.flatMap((room) => room.roles ?? []).map((role) => role.alias);
const chief = await server.as('administrator', { who: 'acts' });
/** Timeout in ms: a visit has thirteen states and as many actions, tried by twenty roles. */
const MANY_MS = 120_000;
const WHY = '值班人员请假，代为办理';

/**
 * Return the roles that have the button of an action. Roles that act on behalf of others have it too, but must send a
 * reason.
 */
async function holdersOf(paper: AnyPaper, action: Action): Promise<Set<string>> {
  const roles = rolesOf(paper, action);
  const rows = await server.tables<{ alias: string; parent: string | null }>(
    "select r.role_alias as alias, p.role_alias as parent from blade_role r left join blade_role p on p.id = r.parent_id where r.tenant_id = '000000'",
  );
  return new Set(
    rows
      .filter(
        ({ alias, parent }) =>
          reservedRoles.includes(alias) || roles.includes(alias) || (parent !== null && roles.includes(parent)),
      )
      .map(({ alias }) => alias),
  );
}

/**
 * Return whether the role does the action only on behalf of others. Roles with all buttons do, unless the action names
 * them or rows are personal.
 */
const standsIn = (paper: AnyPaper, action: Action, alias: string): boolean =>
  reservedRoles.includes(alias)
    ? paper.sight !== 'personal' && !action.roles.some((role) => reservedRoles.includes(role))
    : !action.roles.includes(alias) && Boolean(paper.rights.acts?.includes(alias));

describe.each(titled((paper) => Boolean(paper.lifecycle)))('%s', (_title, paper) => {
  const life = lifeOf(paper);
  const ways = statesOf(life);
  // This verb needs a process that is bound to the paper, and the test binds none.
  const neverSent = life.governed?.optional ? life.governed.start : undefined;
  // An undoing action is offered only after its act, so the test leaves it out.
  const isOffered = (name: string, action: Action, state: string): boolean =>
    action.from.includes(state) && name !== neverSent && !action.undoes;
  const keysOf = (action: Action): string[] => Object.keys((action.states ?? life.states).items);
  const actions = Object.entries(life.actions).filter(([, action]) => action.from.some((state) => state !== '*'));

  /** Run an action in a state that allows it. It must succeed, or a rule of the room must refuse it. */
  async function allowed(name: string, action: Action, state: string): Promise<void> {
    const row = await saved(server, paper);
    const field = stateFieldOf(life, action);
    await putInto(server, paper, row.id, state, field);
    const answer = await chief.post(`${paper.path}/act`, {
      ...row,
      reason: WHY,
      ...(await sampleQuery(server, action.asks, paper)),
      id: row.id,
      action: name,
      version: undefined,
    });
    const about = `${state} ${name}: ${describeAnswer(answer)}`;
    const refused = action.undoes ? answer.reason === 'lifecycle.undoEnded' : isRefusedByBusiness(answer);
    if (!refused) expect(answer.status, about).toBe(200);
    const [stands] = await server.tables<Body>(`select ${columnOf(field)} as state from ${paper.table} where id = $1`, [
      row.id,
    ]);
    expect(refused ? [state] : endingsOf(action), about).toContain(String(stands.state));
  }

  /**
   * Run an action in a state that forbids it: refused in both languages, and the row is unchanged and can be used
   * again.
   */
  async function notAllowed(row: Body & { id: string }, name: string, action: Action, state: string): Promise<void> {
    await putInto(server, paper, row.id, state, stateFieldOf(life, action));
    const before = await stored(server, paper, row.id);
    const input = { reason: WHY, ...(await sampleQuery(server, action.asks, paper)) };
    const answer = await chief.post(`${paper.path}/act`, {
      ...row,
      ...input,
      id: row.id,
      action: name,
      version: undefined,
    });
    const english = await chief.inEnglish().post(`${paper.path}/act`, { ...input, id: row.id, action: name });
    expect([answer.status, answer.reason], `${state} ${name}: ${describeAnswer(answer)}`).toEqual([
      409,
      'lifecycle.notFromHere',
    ]);
    const words = (action.states ?? life.states).items[state];
    for (const [at, msg] of [answer.msg, english.msg].entries())
      for (const word of [action.label[at], words[at]]) expect(msg).toContain(word);
    expect(await stored(server, paper, row.id)).toEqual(before);
  }

  test(
    '每个状态 × 动作：能做的做成，不能做的用两种语言说清 every state and action answers as its table says',
    { timeout: MANY_MS },
    async () => {
      const still = await saved(server, paper);
      for (const [name, action] of actions) {
        for (const state of keysOf(action))
          await (action.from.includes(state) ? allowed(name, action, state) : notAllowed(still, name, action, state));
      }
    },
  );

  interface Judging {
    readonly person: TestCaller;
    readonly alias: string;
    readonly name: string;
    readonly action: Action;
    readonly how: 'wrote' | ReferencePath;
  }

  /** Run a verdict on the caller's own work. It is refused and changes nothing, and the row does not offer it. */
  async function judgedOwn({ person, alias, name, action, how }: Judging): Promise<void> {
    const { id } = await saved(server, paper);
    const [state] = action.from.filter((one) => one !== '*');
    await putInto(server, paper, id, state, stateFieldOf(life, action));
    // Put the row into the person's department, and so into scope.
    await server.tables(
      `update ${paper.table} set create_dept = (select dept_id[1] from blade_user where id = $2)${how === 'wrote' ? ', create_user = $2' : ''} where id = $1 and $2::bigint is not null`,
      [id, person.id],
    );
    if (how !== 'wrote') await makeWorkOf(server, { paper, id }, how, person);
    const before = await stored(server, paper, id);
    const answer = await person.post(`${paper.path}/act`, {
      reason: WHY,
      ...(await sampleQuery(server, action.asks, paper)),
      id,
      action: name,
    });
    // A row outside the caller's scope is answered as missing, which is also right.
    if (answer.status === 404 && alias !== 'administrator') return;
    const about = `${alias} ${name} ${JSON.stringify(how)}: ${describeAnswer(answer)}`;
    expect([answer.status, answer.reason === 'http.forbidden'], about).toEqual([403, false]);
    expect(await stored(server, paper, id), about).toEqual(before);
    const shown = (await person.get(`${paper.path}/detail`, { id })).data as Body;
    if (shown?._can) expect(shown._can, about).not.toContain(name);
  }

  test(
    '谁也不审自己写的单、自己干的活 a verdict on own work or an own paper is refused',
    { timeout: MANY_MS },
    async () => {
      const judging = actions
        .filter(([, action]) => action.judges)
        .flatMap(([name, action]) =>
          [...new Set([action.roles[0], 'administrator'])].map((alias) => ({ name, action, alias })),
        );
      for (const one of judging) {
        const person = await server.as(one.alias, { who: 'judges' });
        const hows = [
          ...(one.action.judges && one.action.judges.of === 'paper' ? ['wrote' as const] : []),
          ...pathsToOwnWork(paper),
        ];
        expect(hows.length, `${one.name} judges something`).toBeGreaterThan(0);
        for (const how of hows) await judgedOwn({ ...one, person, how });
      }
    },
  );

  interface Standing {
    readonly id: string;
    readonly field: string;
    readonly state: string;
  }

  /** Return one row in each state of the lifecycle and of each track. */
  async function oneOfEach(): Promise<Standing[]> {
    const all = ways.flatMap(({ field, states }) => Object.keys(states.items).map((state) => ({ field, state })));
    const rows: Standing[] = [];
    for (const { field, state } of all) {
      const { id } = await saved(server, paper);
      await putInto(server, paper, id, state, field);
      rows.push({ id, field, state });
    }
    return rows;
  }

  /** Assert that an act on behalf of others is refused in both languages if it lacks a reason. */
  async function saysWhy(person: TestCaller, id: string, name: string): Promise<void> {
    const [answer, english] = [
      await person.post(`${paper.path}/act`, { id, action: name, reason: '  ' }),
      await person.inEnglish().post(`${paper.path}/act`, { id, action: name }),
    ];
    expect([answer.status, answer.reason, answer.msg, english.msg], name).toEqual([
      400,
      'lifecycle.reasonRequired',
      '您在代他人办理，请填写原因',
      'You do this on behalf of others: say why',
    ]);
  }

  /** Return the remarks of all log entries about an action on a row. */
  async function remarks(id: string, name: string): Promise<string> {
    const entries = await server.tables<{ remark: string | null }>(
      'select remark from asactionlog where biz_id = $1 and action = $2 union all select remark from anju_audit where row_id = $1 and action = $2',
      [id, name],
    );
    return entries.map((one) => one.remark).join(' ');
  }

  interface Pressing {
    readonly person: TestCaller;
    readonly alias: string;
    readonly row: Standing;
    readonly name: string;
    readonly action: Action;
    readonly may: boolean;
    readonly seen: Body | undefined;
  }

  /** Test one action by one person on one row. The row must offer it exactly when the call allows it. */
  async function pressedOne({
    person,
    alias,
    row: { id, field, state },
    name,
    action,
    may,
    seen,
  }: Pressing): Promise<void> {
    const onBehalfOf = may && standsIn(paper, action, alias);
    // The rows belong to this person, so the person may not judge them.
    const own = Boolean(action.judges) && (action.judges as { of: string }).of === 'paper';
    if (onBehalfOf) await saysWhy(person, id, name);
    // The call sends no inputs. A refusal for missing input shows that the person has the right, and leaves the state
    // unchanged.
    const answer = await person.post(`${paper.path}/act`, { id, action: name, ...(onBehalfOf && { reason: WHY }) });
    const about = `${alias} ${state} ${name}: ${describeAnswer(answer)}`;
    if (!may) expect([answer.status, answer.reason], about).toEqual([403, 'http.forbidden']);
    else if (!isRefusedByBusiness(answer))
      expect(own ? [400, 403, 404, 409] : [200, 400, 404, 409], about).toContain(answer.status);
    const stands = !own && isOffered(name, action, state);
    if (seen?._can)
      expect(
        [(seen._can as string[]).includes(name), ((seen._inStead ?? []) as string[]).includes(name)],
        `_can of ${about}`,
      ).toEqual([may && stands, onBehalfOf && stands]);
    if (answer.status !== 200) return;
    if (onBehalfOf) expect(await remarks(id, name), about).toContain(WHY);
    await putInto(server, paper, id, state, field);
  }

  /**
   * Return rows by id as a list shows them to a person. The query names all states, because some lists show only open
   * rows by default.
   */
  async function seenBy(person: TestCaller, rows: readonly Standing[]): Promise<Map<string, Body>> {
    const lists = await Promise.all(
      [...Map.groupBy(rows, (row) => row.field)].map(([field, those]) =>
        person.get(`${paper.path}/page`, {
          id: those.map((row) => row.id).join(','),
          [field]: those.map((row) => row.state).join(','),
          size: those.length,
        }),
      ),
    );
    return new Map(
      lists
        .flatMap((list) => (list.status === 200 ? (list.data.records as Body[]) : []))
        .map((row) => [String(row.id), row]),
    );
  }

  /** Test the verbs of one person on one row. */
  async function pressed(
    person: TestCaller,
    alias: string,
    row: Standing,
    seen: Body | undefined,
    holders: ReadonlyMap<string, ReadonlySet<string>>,
  ): Promise<void> {
    for (const [at, [name, action]] of actions.filter(([, one]) => stateFieldOf(life, one) === row.field).entries()) {
      const may = holders.get(name)!.has(alias);
      // A missing right is refused before the state is read, so for roles without the right one state suffices.
      const states = Object.keys(ways.find(({ field }) => field === row.field)!.states.items);
      if (may || states[(aliases.indexOf(alias) + 1 + at) % states.length] === row.state)
        await pressedOne({ person, alias, row, name, action, may, seen });
      else if (seen?._can)
        expect(
          [seen._can, seen._inStead ?? []].some((one) => (one as string[]).includes(name)),
          `_can of ${alias} ${row.state} ${name}`,
        ).toBe(false);
    }
  }

  test(
    '每个角色 × 状态：按钮与接口说法一致 every role: the row offers exactly the actions that the call allows',
    { timeout: MANY_MS },
    async () => {
      const rows = await oneOfEach();
      const holders = new Map(
        await Promise.all(actions.map(async ([name, action]) => [name, await holdersOf(paper, action)] as const)),
      );
      for (const alias of [...aliases, 'nobody']) {
        const person = await server.as(alias, { who: 'sees' });
        // Make the person the creator of the rows, so that the data scope hides none.
        await server.tables(
          `update ${paper.table} set create_user = $2, create_dept = (select dept_id[1] from blade_user where id = $2) where id = any($1)`,
          [rows.map((row) => row.id), person.id],
        );
        const seen = await seenBy(person, rows);
        await testEach(rows, (row) => pressed(person, alias, row, seen.get(row.id), holders));
      }
    },
  );
});
