import { placeUnder } from '#kernel/language/calls/place.ts';
import { describe, expect, test } from 'vitest';
import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import { titled } from '../choose.ts';
import { keeper, describeAnswer } from '../sample.ts';
import { openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const reason = '值班人员请假，代为办理';
const standard = ['submit', 'update'];

/** Below its paper, or where its definition says. */
const placeOf = (paper: AnyPaper, path: string): string => placeUnder(paper, path);

describe.each(titled((paper) => Boolean(paper.lifecycle)))('%s', (_title, paper) => {
  const own = (server.app.behaviours.get(paper.name)?.calls ?? []).map((call) => call.path);
  const verbs = Object.entries(lifeOf(paper).actions).filter(
    ([name, action]) =>
      action.from.some((state) => state !== '*') &&
      !standard.includes(action.call?.path ?? name) &&
      !own.includes(action.call?.path ?? name),
  );

  test('每个动作在自己的地址上找得到 every verb is found at its own address', async () => {
    for (const [name, action] of verbs) {
      const path = placeOf(paper, action.call?.path ?? name);
      const said = action.call?.action ?? name;
      const missing = await admin.post(path, { id: '4711', action: said, reason });
      expect([missing.status, missing.reason], `${path}: ${describeAnswer(missing)}`).toEqual([404, 'row.missing']);
      const several = await admin.post(`${path}?ids=4711,4712&action=${said}`, { reason });
      if (action.together)
        expect([several.status, several.reason], describeAnswer(several)).toEqual([404, 'row.missing']);
      else
        expect(
          several.data.failed.map((one: { reason: string }) => one.reason),
          describeAnswer(several),
        ).toEqual(['row.missing', 'row.missing']);
      const nobody = await (await server.as('nobody')).post(path, { id: '4711', action: said, reason });
      expect([nobody.status, nobody.reason], describeAnswer(nobody)).toEqual([403, 'http.forbidden']);
    }
  });

  test('共用一个地址的动作要说明是哪一个 where several share an address, an unknown one is refused', async () => {
    // Where none of them names itself, the state of the row chooses.
    const shared = verbs.filter(
      ([name, action]) =>
        action.call?.action !== undefined &&
        verbs.some(([other, one]) => other !== name && (one.call?.path ?? other) === (action.call?.path ?? name)),
    );
    for (const [name, action] of shared) {
      const answer = await admin.post(placeOf(paper, action.call?.path ?? name), {
        id: '4711',
        reason,
        [action.call?.by ?? 'action']: 'noSuchThing',
      });
      expect([answer.status, answer.reason], describeAnswer(answer)).toEqual([400, 'lifecycle.unknownAction']);
    }
  });
});
