import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { generate } from 'orval';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { PieceWorld } from '#business/piecework/testing/piecework-world.ts';
import { Worksite } from '#business/mobile/testing/worksite.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openApi } from '#kernel/server/http/openapi/openapi.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
await site.setUp();
const van = await site.fillVan(5);
await new PieceWorld(server).priced('PUMP', '100', {
  autoRule: [{ receiptsType: 'repair', equipmentCategory: 'pump', serviceMeasure: 'replacePart' }],
});
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

export interface World {
  readonly password: string;
  readonly technicianId: string;
  readonly technician: string;
  readonly materialId: string;
  readonly warehouseId: string;
  readonly picture: Blob;
  now(): string;
  pass(minutes: number): void;
}

export async function fromCallToWages(world: World) {
  const { password, now } = world;
  const office = await logIn('as_cs_as_cs_lead', password);
  const dispatcher = await logIn('as_dispatcher', password);
  const man = await logIn(world.technician, password);
  const [leader, finance, auditor, hr] = await Promise.all(
    ['as_leader', 'as_finance', 'as_piece_auditor', 'as_hr'].map((account) => logIn(account, password)),
  );
  const address = '上海市浦东新区锦绣路888弄12号501室';
  const customer = one(good(await api.maintenanceWebApiAscustomerSubmit({ customerName: '王桂芳', phone: '13812348866', addressDetail: address, customerServiceTeam: 'east', location: '121.52,31.21' }, office)));
  const file = one(good(await api.maintenanceWebApiRegisterMainSubmit({ customerId: customer.id, address }, office)));
  const machine = one(good(await api.maintenanceWebApiAsequipmentSubmit({ registerMainId: file.id, equipmentName: '混水中心', equipmentCategory: 'pump', systemType: 'floorHeat' }, office)));
  const form = one(good(await api.maintenanceWebApiAsrepairformSubmit({ customerId: customer.id, equipmentId: machine.id, repairType: 'floorHeat', faultCategory: 'noHeat', description: '次卧地面凉', then: 'accept' }, office)));
  const order = form.registrationFormId ?? '';
  const disp = good(await api.maintenanceWebApiAsdispatchformSave({ header: { registrationFormId: order, planStart: '2026-11-23 11:00:00', planEnd: '2026-11-23 12:00:00' }, technicianId: world.technicianId, dispatch: true, force: true, forceReason: '顺路' }, dispatcher));
  const id = disp.visitId ?? '';
  good(await api.maintainDispatchListAccept({ id }, man));
  good(await api.maintainDispatchListAppoint({ id, from: '2026-11-23 11:00:00', to: '2026-11-23 13:00:00' }, man));
  good(await api.maintainDispatchListDepart({ id }, man));
  world.pass(10);
  good(await api.maintainDispatchListArrive({ id, location: '121.5201,31.2101' }, man));
  const photo = async (): Promise<string> => good(await api.resourceOssEndpointPutFile({ file: world.picture }, undefined, man)).link;
  for (const kind of good(await api.maintainDispatchListGetAnnexTypeId(id, man)))
    good(await api.maintainDispatchListAddImg({ id, classifyId: kind.classifyId, files: [{ fileUrl: await photo(), takenTime: now(), location: '121.5201,31.2101' }] }, man));
  world.pass(30);
  const visit = good(await api.maintainDispatchListDetail({ id }, man));
  const [way] = good(await api.maintainDispatchListOwnDay(man)).ways ?? [];
  const done = good(await api.maintenanceWebApiAscompletionregistrationBatchSave({
    draft: false,
    header: {
      dispatchListId: id, startTime: visit.arriveTime ?? '', endTime: now(), visitResult: 'done', faultCategory: 'noHeat', faultCause: 'wear', serviceMeasure: 'replacePart',
      maintenanceContent: '更换循环泵', laborFee: '120', mileageKm: '3', signFile: await photo(), signName: '王桂芳',
      checklist: (visit.checklist ?? []).map(({ key, label, type }) => ({ key, label, value: type === 'number' ? '1.5' : '是' })),
    },
    equipment: [{ equipmentId: machine.id, equipmentName: '混水中心', qty: '1', equipmentStatus: 'normal' }],
    supplies: [{ materialId: world.materialId, warehouseId: world.warehouseId, qty: '1', unitPrice: '180', payer: 'customer', oldPartReturn: true, oldPartQty: '1' }],
    collects: [
      { collectType: 'labor', paymentTypeId: way.id, receivableAmount: '120', amount: '120' },
      { collectType: 'material', paymentTypeId: way.id, receivableAmount: '180', amount: '180' },
    ],
  }, man));
  const completion = done.id;
  good(await api.maintainDispatchListConfirm({ ids: [id], pass: 'true' }, leader));
  good(await api.maintenanceWebApiAscompletionregistrationBackConfirm({ ids: [completion], result: 'pass' }, office));
  const money = good(await api.maintenanceWebApiAscollectdetailedsList({ completionId: completion }, finance)).records.map((row) => row.id);
  good(await api.maintenanceWebApiAscollectdetailedsUpdateTransmit({ ids: money }, finance));
  good(await api.maintenanceWebApiAscollectdetailedsUpdateApproval({ ids: money }, finance));
  const [piece] = good(await api.maintenanceWebApiAspieceworkList({ completionId: completion }, auditor)).records;
  good(await api.maintenanceWebApiAspieceworkauditPieceWorkCheck({ ids: [piece.id] }, auditor));
  const month = { wagePeriod: '2026-11' };
  good(await api.maintenanceWebApiAspieceworkwagesCalculate(month, hr));
  good(await api.maintenanceWebApiAspieceworkwagesSend(month, hr));
  const sheet = good(await api.maintenanceWebApiAswagesheetList({ ...month, size: 10 }, hr)).records.find((row) => row.technicianId === world.technicianId);
  const mine = good(await api.maintenanceWebApiAswagesheetDetail({ id: sheet?.id }, man));
  return (mine.lines ?? []).map((line) => [line.wageLineType, line.amount, line.sourceNo === piece.pieceNo]);
}
`;

const compiled = promisify(execFile);

test(
  '由接口描述生成的客户端能编译、登录，从报修一直走到工资明细 a client generated from the document compiles, logs in and takes a repair form to its wage lines',
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

    const roles = ['as_cs,as_cs_lead', 'as_dispatcher', 'as_leader', 'as_finance', 'as_piece_auditor', 'as_hr'];
    const people = [...(await Promise.all(roles.map((role) => server.as(role)))), site.man];
    const password = await hashPassword(md5('Secret2026'));
    for (const { id } of people)
      await server.tables('update blade_user set password = $2 where id = $1', [id, password]);
    const program = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'program.ts')).href)) as {
      repairLife(password: string): Promise<unknown>;
      fromCallToWages(world: object): Promise<unknown>;
    };
    expect(await program.repairLife('Secret2026')).toEqual({
      steps: ['submitted', 'accepted', 'cancelled', 'submitted', 'rejected'],
      repairNo: expect.stringMatching(/^BX\d+/),
      refused: 409,
      reason: 'lifecycle.notFromHere',
    });
    const [{ account }] = await server.tables<{ account: string }>('select account from blade_user where id = $1', [
      site.man.id,
    ]);
    const grey = { width: 320, height: 240, channels: 3, background: { r: 40, g: 90, b: 120 } } as const;
    const picture = await sharp({ create: grey }).jpeg().toBuffer();
    const lines = await program.fromCallToWages({
      password: 'Secret2026',
      technicianId: site.technicianId,
      technician: account,
      ...van,
      picture: new File([new Uint8Array(picture)], 'photo.jpg', { type: 'image/jpeg' }),
      now: () => new Date(server.clock.ms() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
      pass: (minutes: number) => {
        server.clock.pass(minutes * 60_000);
      },
    });
    expect(lines).toContainEqual(['piece', '100.00', true]);
  },
);
