import { expect, test } from 'vitest';
import { paper } from '#kernel/language/paper.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { headOf, shownElsewhere } from './shown-once.ts';
import { text } from '#kernel/fields/text/text.ts';

const form = paper('form', {
  title: ['单', 'Form'],
  table: 'form',
  path: 'form',
  rights: { read: [] },
  caption: 'no',
  hint: ['customerName', 'what', 'amount', 'phone'],
  fields: {
    no: paperNumber(['单号', 'No.'], 'F'),
    customerId: ref('customer', ['客户', 'Customer']),
    customerName: text(['客户姓名', 'Customer name']),
    machineId: ref('machine', ['设备', 'Machine']),
    machineName: text(['设备名称', 'Machine name']),
    phone: phone(['电话', 'Phone']),
    what: longText(['内容', 'What']),
    amount: money(['金额', 'Amount']),
    remark: text(['备注', 'Remark']),
  },
});
const row = {
  no: 'F0001',
  customerId: '1',
  customerName: '王建国',
  machineId: '2',
  machineName: '主机',
  phone: '138****1234',
  what: '漏水',
  amount: '12.00',
  remark: '先打电话',
  _names: { customerId: '王建国', machineId: '主机' },
};

test('标题里有的，正文不再说；照抄引用的，正文也不说 values of the head and of references are not repeated below', () => {
  expect([...shownElsewhere(form, row, 'zh')].toSorted()).toEqual(
    ['amount', 'customerId', 'customerName', 'machineName', 'no', 'what'].toSorted(),
  );
});

test('名字改过的留着：它说的是当时的 a copy that differs is shown, since it is the former value', () => {
  const renamed = { ...row, _names: { customerId: '王建设', machineId: '主机' } };
  expect(shownElsewhere(form, renamed, 'zh').has('customerId')).toBe(false);
  expect(headOf(form, renamed, 'zh').hints[0]).toEqual({
    name: 'customerName',
    says: ['customerName'],
    labelled: false,
  });
});

test('标题里的客户是链接，金额带名称，电话留给正文去显示 the customer in a head is a link, a sum has its label, a masked phone stays below', () => {
  expect(headOf(form, row, 'zh').hints).toEqual([
    { name: 'customerId', says: ['customerName', 'customerId'], labelled: false },
    { name: 'what', says: ['what'], labelled: false },
    { name: 'amount', says: ['amount'], labelled: true },
  ]);
  expect(shownElsewhere(form, row, 'zh').has('phone')).toBe(false);
});

test('太长的内容，标题只开个头，正文有全文 of a long text the head has the beginning, and the body all of it', () => {
  expect(shownElsewhere(form, { ...row, what: '水'.repeat(200) }, 'zh').has('what')).toBe(false);
});
