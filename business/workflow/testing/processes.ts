import type { Answer, TestCaller, TestServer } from '#kernel/testing/test-server.ts';
import { expect } from 'vitest';

/** Return a BPMN file of one process with these nodes and flows. */
export const drawing = (key: string, inside: string): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:anju="http://anju.cn/bpmn" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="anju"><process id="${key}" name="${key}" isExecutable="true">${inside}</process></definitions>`;

/** Return flows from each of these nodes to the next. */
export const chain = (...nodes: string[]): string =>
  nodes
    .slice(1)
    .map((to, at) => `<sequenceFlow id="f_${nodes[at]}_${to}" sourceRef="${nodes[at]}" targetRef="${to}" />`)
    .join('');

export const ok = (answer: Answer): Answer => {
  expect(answer.body, answer.msg).toMatchObject({ code: 200 });
  return answer;
};

/** Deploy a drawing as the caller; return the id of its version. */
export async function deploy(who: TestCaller, xml: string, category = 'flow_leave'): Promise<string> {
  const form = new FormData();
  form.set('category', category);
  form.set('files', new Blob([xml], { type: 'text/xml' }), 'process.bpmn20.xml');
  const answer = ok(await who.send('POST', 'blade-flow/manager/deploy-upload', { body: form }));
  return answer.data.processDefinitionIds[0];
}

/** Return the id of the newest version of a key in a company. */
export async function versionOf(server: TestServer, key: string, tenantId = '000000'): Promise<string> {
  const [row] = await server.tables<{ id: string }>(
    'select id::text as id from wf_definition where tenant_id = $1 and key = $2 order by version desc limit 1',
    [tenantId, key],
  );
  return row.id;
}

/** Return the rows that violate invariants, of all codes or of these. */
export async function broken(server: TestServer, tenantId = '000000', codes?: readonly string[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const { code, sql } of server.app.invariants.filter(
    (one) => codes?.includes(one.code) ?? one.code.startsWith('WF'),
  ))
    found.push(
      ...(await server.tables(`select '${code}' as code, x.* from (${sql}) x where $2::timestamptz is not null`, [
        tenantId,
        new Date(server.clock.ms()).toISOString(),
      ])),
    );
  return found;
}

/** Start a process as the caller; return the id of the instance. */
export const startInstanceOf = async (
  who: TestCaller,
  processDefinitionId: string,
  variables: Record<string, unknown> = {},
): Promise<string> =>
  ok(await who.post('blade-flow/process/start', { processDefinitionId, variables })).data.processInstanceId;

/** Return the open tasks of a person in an instance. */
export async function todoOf(
  who: TestCaller,
  processInstanceId?: string,
): Promise<{ taskId: string; taskName: string }[]> {
  const { data } = ok(await who.get('blade-flow/work/todo-list', { current: 1, size: 100 }));
  return data.records.filter(
    (one: { processInstanceId: string }) => !processInstanceId || one.processInstanceId === processInstanceId,
  );
}
