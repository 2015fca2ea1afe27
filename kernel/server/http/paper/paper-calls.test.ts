import { afterAll, expect, test } from 'vitest';
import { stockAdjustment } from '#business/materials/adjustments/stock-adjustment.paper.ts';
import { type Action, endingOf, isSameCall } from '#kernel/language/lifecycle.ts';
import { actRequest } from '#kernel/web/registry/act-request.ts';
import { sample } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

/**
 * Actions of a paper of the product, which get further options while this file runs. They are set before the server
 * starts, since it makes routes from the definitions.
 */
const { approve, reject } = stockAdjustment.lifecycle!.actions as Record<string, { call?: Action['call'] }>;
const before = { calls: stockAdjustment.calls, approve: approve.call, reject: reject.call };
Object.assign(stockAdjustment, { calls: { ...before.calls, draft: ['save', 'keepDraft'] } });
approve.call = { path: 'examine', action: 'examine', when: { pass: 'true' } };
reject.call = { path: 'examine', action: 'examine', when: { pass: 'false' } };
afterAll(() => {
  Object.assign(stockAdjustment, { calls: before.calls });
  approve.call = before.approve;
  reject.call = before.reject;
});

const server = await openTestServer(import.meta.url);
const store = await server.as('as_store');
const manager = await server.as('as_manager');
const { path } = stockAdjustment;

test('a draft call creates a row, or changes it, and never submits', async () => {
  for (const call of ['save', 'keepDraft']) {
    const body = await sample(server, stockAdjustment);
    const made = await store.post(`${path}/${call}`, body);
    expect(made.data, made.msg).toMatchObject({ adjustStatus: 'draft' });
    const { id } = made.data;
    const changed = await store.post(`${path}/${call}`, { id, reason: '改过的原因' });
    expect(changed.data, changed.msg).toMatchObject({ id, adjustStatus: 'draft', reason: '改过的原因' });
    expect((await store.post(`${path}/${call}`, { id: '4711', reason: '没有' })).status).toBe(404);
    await server.tables("update asstockadjust set adjust_status = 'approved' where id = $1", [id]);
    expect((await store.post(`${path}/${call}`, { id, reason: '过账之后' })).status).toBe(409);
  }
});

test('verbs of one path and action are chosen by a further key of the body; without it nothing is done', async () => {
  const { id } = (await store.post(`${path}/submit`, await sample(server, stockAdjustment))).data;
  const examined = async (more: object) => {
    const answer = await manager.post(`${path}/examine`, { id, action: 'examine', note: '同意', ...more });
    return [answer.status, answer.reason, answer.msg];
  };
  expect(await examined({})).toEqual([400, 'http.missing', expect.stringContaining('pass')]);
  expect(await examined({ pass: 'maybe' })).toEqual([400, 'lifecycle.unknownAction', expect.any(String)]);
  // The paper is a draft: an approval may begin there, a rejection may not.
  expect(await examined({ pass: false })).toEqual([409, 'lifecycle.notFromHere', expect.stringContaining('驳回')]);
  expect((await examined({ pass: true }))[0]).toBe(200);
  expect((await manager.get(`${path}/detail`, { id })).data.adjustStatus).toBe('approved');
  const { actions } = stockAdjustment.lifecycle!;
  for (const [name, pass] of [
    ['approve', 'true'],
    ['reject', 'false'],
  ] as const)
    expect(actRequest(stockAdjustment, name, actions[name], { ids: [id] }, { note: '1' })).toEqual({
      path: `${path}/examine`,
      body: { id, note: '1', action: 'examine', pass },
    });
});

test('two calls choose the same verb unless action or a key of `when` differs', () => {
  const call = { path: 'examine', action: 'examine' };
  expect(isSameCall(call, call)).toBe(true);
  expect(isSameCall({ ...call, when: { pass: 'true' } }, call)).toBe(true);
  expect(isSameCall({ ...call, when: { pass: 'true' } }, { ...call, when: { pass: 'false' } })).toBe(false);
  expect(isSameCall(call, { ...call, action: 'other' })).toBe(false);
});

test('an effect chooses among the declared states of its action; any other is a fault', () => {
  const action = { label: ['办理', 'Do'], to: 'done', or: ['partial'] } as const;
  expect([undefined, 'done', 'partial'].map((chosen) => endingOf(action, chosen))).toEqual(['done', 'done', 'partial']);
  expect(() => endingOf(action, 'closed')).toThrow('the action Do does not lead to closed');
});
