import { placeUnder } from '#kernel/language/calls/place.ts';
import { describe, expect, test } from 'vitest';
import { stateFieldOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import { actRequest } from '#kernel/web/registry/act-request.ts';
import { putInto, titled } from '../choose.ts';
import { keeper, describeAnswer, saved } from '../sample.ts';
import { openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const reason = '值班人员请假，代为办理';
const standard = ['submit', 'update'];

/** Return the address of a verb's call: below the path of its paper, or the whole path of its definition. */
const placeOf = (paper: AnyPaper, path: string): string => placeUnder(paper, path);

describe.each(titled((paper) => Boolean(paper.lifecycle)))('%s', (_title, paper) => {
  const own = (server.app.behaviours.get(paper.name)?.calls ?? []).map((call) => call.path);
  const verbs = Object.entries(lifeOf(paper).actions).filter(
    ([name, action]) =>
      action.from.some((state) => state !== '*') &&
      !standard.includes(action.call?.path ?? name) &&
      !own.includes(action.call?.path ?? name),
  );

  const called = Object.entries(lifeOf(paper).actions).filter(
    ([, { from, call }]) => call && from.some((state) => state !== '*') && !own.includes(call.path),
  );

  test('每个动作在自己的地址上找得到 every verb is found at its own address', async () => {
    for (const [name, action] of verbs) {
      const path = placeOf(paper, action.call?.path ?? name);
      const verb = action.call?.action ?? name;
      const named = { action: verb, ...action.call?.when, reason };
      const missing = await admin.post(path, { id: '4711', ...named });
      expect([missing.status, missing.reason], `${path}: ${describeAnswer(missing)}`).toEqual([404, 'row.missing']);
      const several = await admin.post(`${path}?ids=4711,4712&action=${verb}`, { ...action.call?.when, reason });
      if (action.together)
        expect([several.status, several.reason], describeAnswer(several)).toEqual([404, 'row.missing']);
      else
        expect(
          several.data.failed.map((one: { reason: string }) => one.reason),
          describeAnswer(several),
        ).toEqual(['row.missing', 'row.missing']);
      const nobody = await (await server.as('nobody')).post(path, { id: '4711', ...named });
      expect([nobody.status, nobody.reason], describeAnswer(nobody)).toEqual([403, 'http.forbidden']);
    }
  });

  test('按钮发出的请求做的就是那个动作 the request of a button does the verb of that button', async () => {
    const { id } = await saved(server, paper);
    for (const [name, action] of called) {
      const away = Object.keys((action.states ?? lifeOf(paper).states).items).find((one) => !action.from.includes(one));
      if (!away) continue;
      await putInto(server, paper, id, away, stateFieldOf(lifeOf(paper), action));
      const { path, body } = actRequest(paper, name, action, { ids: [id] }, { reason });
      const answer = await admin.post(path, body);
      const about = `${name}: ${describeAnswer(answer)}`;
      // The call that saves a row does its verb only where the state of the row allows it.
      if (['submit', 'update'].includes(action.call?.path ?? '')) continue;
      expect([answer.status, answer.reason], about).toEqual([409, 'lifecycle.notFromHere']);
      expect(answer.msg, about).toContain(action.label[0]);
    }
  });

  test('共用一个地址的动作要说明是哪一个 a shared address refuses an unknown verb', async () => {
    // Verbs with one path and without keys in the body: the state of the row chooses among them.
    const shared = verbs.filter(
      ([name, action]) =>
        action.call?.action !== undefined &&
        verbs.some(([other, one]) => other !== name && (one.call?.path ?? other) === (action.call?.path ?? name)),
    );
    for (const [name, action] of shared) {
      for (const key of Object.keys(action.call?.when ?? {})) {
        const body = { id: '4711', reason, action: action.call?.action };
        const unnamed = await admin.post(placeOf(paper, action.call?.path ?? name), body);
        expect([unnamed.status, unnamed.reason], key).toEqual([400, 'http.missing']);
      }
      const answer = await admin.post(placeOf(paper, action.call?.path ?? name), {
        id: '4711',
        reason,
        [action.call?.by ?? 'action']: 'noSuchThing',
      });
      expect([answer.status, answer.reason], describeAnswer(answer)).toEqual([400, 'lifecycle.unknownAction']);
    }
  });
});
