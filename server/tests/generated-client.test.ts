import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { generate } from 'orval';
import { afterAll, expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openApi } from '#kernel/server/http/openapi/openapi.ts';

const server = await openTestServer(import.meta.url);
const folder = join(process.env.ANJU_TEST_DATA!, 'generated-client');
/** Generating and compiling two thousand calls on a busy machine. */
const LONG_MS = 600_000;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * An external program with the generated client: log in, take a call, accept it, dispatch a technician, reject another.
 */
const PROGRAM = `
import * as api from './client.ts';

type Good<A> = A extends { status: 200; data: { data: infer D } } ? D : never;

function good<A extends { status: number; data: unknown }>(answer: A): Good<A> {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
  return (answer.data as { data: Good<A> }).data;
}

async function logIn(account: string, password: string): Promise<RequestInit> {
  const answer = await api.authOauthToken(
    { grant_type: 'password', tenantId: '000000', username: account, password },
    { headers: { Authorization: 'Basic ' + btoa('saber:saber_secret') } },
  );
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
  return { headers: { 'Blade-Auth': 'bearer ' + answer.data.access_token } };
}

/** A row, and not the outcome of several. */
function one<R extends object>(answer: R): Exclude<R, { success: unknown }> {
  if ('success' in answer) throw new Error('one row was sent');
  return answer as Exclude<R, { success: unknown }>;
}

export async function repairLife(password: string) {
  // Whoever leads customer service takes calls too.
  const cs = await logIn('as_cs_as_cs_lead', password);
  const customer = one(
    good(
      await api.maintenanceWebApiAscustomerSave(
        { customerName: '生成的客户端', phone: '13800138000', addressDetail: '向阳路 1 号', customerServiceTeam: 'east' },
        cs,
      ),
    ),
  );
  const steps: string[] = [];
  const form = one(
    good(
      await api.maintenanceWebApiAsrepairformSave(
        { customerId: customer.id, repairType: 'hvac', faultCategory: 'leak', description: '室外机漏水' },
        cs,
      ),
    ),
  );
  const { id } = form;
  steps.push(form.repairStatus ?? '');
  const accepted = one(good(await api.maintenanceWebApiAsrepairformUpdate({ id, action: 'accept' }, cs)));
  steps.push(accepted.repairStatus ?? '');
  const dispatcher = await logIn('as_dispatcher', password);
  const orders = good(await api.maintenanceWebApiAsregistrationformPage({ size: 10, customerName: '生成的客户端' }, dispatcher));
  const [order] = orders.records;
  if (order.id !== accepted.registrationFormId) throw new Error('the registration of the form is not in the list');
  good(await api.maintenanceWebApiAsregistrationformSubmit({ id: order.id, action: 'cancel', cancelReason: 'self' }, cs));
  steps.push(good(await api.maintenanceWebApiAsrepairformDetailId(id, cs)).repairStatus ?? '');
  steps.push(one(good(await api.maintenanceWebApiAsrepairformUpdate({ id, action: 'reopen', reason: '又漏了' }, cs))).repairStatus ?? '');
  steps.push(one(good(await api.maintenanceWebApiAsrepairformUpdate({ id, action: 'reject', reason: '不在服务区' }, cs))).repairStatus ?? '');
  const again = await api.maintenanceWebApiAsrepairformUpdate({ id, action: 'accept' }, cs);
  return { steps, repairNo: form.repairNo, refused: again.status, reason: again.status === 200 ? '' : again.data.reason };
}
`;

const compiled = promisify(execFile);

test(
  '由接口描述生成的客户端能编译、登录，走完报修单的一生 a client generated from the document compiles, logs in and completes a repair form',
  { timeout: LONG_MS },
  async () => {
    mkdirSync(folder, { recursive: true });
    const document = join(folder, 'openapi.json');
    const client = join(folder, 'client.ts');
    writeFileSync(document, JSON.stringify(openApi(server.app, server.assembly.routes, 'en')));
    await generate({
      input: { target: document },
      output: { target: client, client: 'fetch', mode: 'single', baseUrl: server.base },
    });
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        include: ['*.ts'],
        compilerOptions: {
          noEmit: true,
          strict: true,
          target: 'es2023',
          module: 'nodenext',
          allowImportingTsExtensions: true,
          skipLibCheck: true,
          types: [],
          lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        },
      }),
    );
    const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
    const { stdout } = await compiled(process.execPath, [compiler, '-p', folder, '--pretty', 'false']).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');

    for (const role of ['as_cs,as_cs_lead', 'as_dispatcher']) {
      const { id } = await server.as(role);
      await server.tables('update blade_user set password = $2 where id = $1', [
        id,
        await hashPassword(md5('Secret2026')),
      ]);
    }
    const program = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'program.ts')).href)) as {
      repairLife(password: string): Promise<unknown>;
    };
    expect(await program.repairLife('Secret2026')).toEqual({
      steps: ['submitted', 'accepted', 'cancelled', 'submitted', 'rejected'],
      repairNo: expect.stringMatching(/^BX\d+/),
      refused: 409,
      reason: 'lifecycle.notFromHere',
    });
  },
);
