import { expect, test } from 'vitest';
import { checked, committed, sheetWith } from '#kernel/testing/sheets.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const cs = await server.as('as_cs');
const at = 'blade-maintenance/webApi';
let count = 0;

async function home(): Promise<{ customerNo: string; fileNo: string }> {
  count += 1;
  const address = `上海市静安区江宁路${count}弄1号`;
  const { data: customer } = await cs.post(`${at}/ascustomer/submit`, {
    customerName: `导入${count}`,
    phone: `1360101${String(1000 + count)}`,
    addressDetail: address,
    customerServiceTeam: 'west',
  });
  const { data: file } = await cs.post(`${at}/registerMain/submit`, { customerId: customer.id, address });
  return { customerNo: customer.customerNo, fileNo: file.fileNo };
}

const problems = (page: {
  data: { records: { row: number; verdict: string; problems: { msg: string }[] }[] };
}): Record<number, string> =>
  Object.fromEntries(
    page.data.records
      .filter((one) => one.verdict === 'refused')
      .map((one) => [one.row, one.problems.map((problem) => problem.msg).join()]),
  );

test('the dry run of machines refuses files of another customer, and the commit equals the dry run', async () => {
  const [mine, other] = [await home(), await home()];
  const header = ['服务档案*', '客户*', '设备名称*', '设备类别*', '所属系统*', '安装日期'];
  const sheet = await sheetWith([
    header,
    [mine.fileNo, mine.customerNo, '壁挂炉', '壁挂炉', '壁挂炉', '2026-01-05'],
    [mine.fileNo, other.customerNo, '壁挂炉', '壁挂炉', '壁挂炉', ''],
    [other.fileNo, '', '壁挂炉', '壁挂炉', '壁挂炉', ''],
  ]);
  const before = await server.tables(
    'select (select count(*) from asequipment) as machines, (select count(*) from anju_audit) as entries, (select count(*) from anju_outbox) as told, (select sum(value) from anju_counter) as numbers',
  );
  const dry = await checked(cs, `${at}/asequipment`, sheet);
  expect(problems(dry)).toEqual({ 3: '服务档案不属于该客户' });
  expect(dry.data.counts).toEqual({ new: 2, update: 0, unchanged: 0, refused: 1 });
  expect(
    await server.tables(
      'select (select count(*) from asequipment) as machines, (select count(*) from anju_audit) as entries, (select count(*) from anju_outbox) as told, (select sum(value) from anju_counter) as numbers',
    ),
  ).toEqual(before);
  const done = await committed(cs, `${at}/asequipment`, dry.data.batch);
  expect(done.data.counts).toEqual(dry.data.counts);
});

test('the dry run of urges and forms applies their lifecycles row by row, and stores nothing', async () => {
  const { customerNo } = await home();
  const header = ['客户', '客户姓名*', '联系电话*', '报修地址*', '维修类型（系统）*', '故障描述*'];
  const row = (description: string): string[] => [customerNo, '甲', '13601019999', '某处', '新风', description];
  const forms = await checked(cs, `${at}/asrepairform`, await sheetWith([header, row('有异响'), row('又响了')]));
  expect(forms.data.counts, JSON.stringify(problems(forms))).toEqual({ new: 2, update: 0, unchanged: 0, refused: 0 });
  expect((await cs.get(`${at}/asrepairform/list`)).data.total).toBe(0);
  expect((await committed(cs, `${at}/asrepairform`, forms.data.batch)).data.counts).toEqual(forms.data.counts);
  const [first, second] = (await cs.get(`${at}/asrepairform/list`, { ascs: 'repairNo' })).data.records;
  expect([first.repairNo.slice(-4), second.duplicateOfId]).toEqual(['0001', first.id]);
  await cs.post(`${at}/asrepairform/update`, { id: first.id, action: 'cancel', cancelReason: 'self' });
  const urges = await checked(
    cs,
    `${at}/asurgevisit`,
    await sheetWith([
      ['报修单', '催促内容*'],
      [first.repairNo, '人呢'],
      [second.repairNo, '人呢'],
      ['', '谁都行'],
    ]),
  );
  expect(problems(urges)).toEqual({ 2: `${first.repairNo}已结束，不能催单`, 4: '请选择登记单或报修单' });
  expect((await committed(cs, `${at}/asurgevisit`, urges.data.batch)).data.counts).toEqual(urges.data.counts);
});

test('the dry run refuses changes that a rule refuses', async () => {
  const [mine, other] = [await home(), await home()];
  const machine = await cs.post(`${at}/asequipment/submit`, {
    registerMainId: (await cs.get(`${at}/registerMain/list`, { fileNo: mine.fileNo })).data.records[0].id,
    equipmentName: '软水机',
    equipmentCategory: 'softener',
    systemType: 'softWater',
  });
  const dry = await checked(
    cs,
    `${at}/asequipment`,
    await sheetWith([
      ['设备编号', '客户*', '设备名称*'],
      [machine.data.equipmentNo, other.customerNo, '软水机'],
    ]),
  );
  expect(problems(dry)).toEqual({ 2: '服务档案不属于该客户' });
});
