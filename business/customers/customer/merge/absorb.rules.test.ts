import { expect, test } from 'vitest';
import { fieldsOf } from '#kernel/language/paper.ts';
import { customer } from '../customer.paper.ts';
import { type Customer, absorbed } from './absorb.rules.ts';

const nothing = Object.fromEntries(fieldsOf(customer).map(([name]) => [name, null]));
const one = (more: Partial<Customer> = {}): Customer =>
  ({ ...nothing, customerName: '周先生', phone: '13900000001', addressDetail: '花木路1弄1号', ...more }) as Customer;
const other = (more: Partial<Customer> = {}): Customer => one({ phone: '13900000002', ...more });

test('留下的客户只学他没说过的；自己说过的一个字也不改 the remaining customer gets only missing values', () => {
  expect(absorbed(one(), one())).toEqual({});
  expect(
    absorbed(
      one({ contactName: '周太太', salesman: '' }),
      one({ contactName: '周伯', salesman: '老李', customerName: '周大明', customerNo: 'KH9' }),
    ),
  ).toEqual({ salesman: '老李' });
});

test('同一住址才补楼栋房号；一半一半的住址谁家也不是 parts of an address come only from the same address', () => {
  const home = { building: '3', roomNo: '301', location: '121.5,31.2', premisesId: '7' };
  expect(absorbed(one(), one(home))).toEqual(home);
  expect(absorbed(one(), one({ ...home, addressDetail: '别处2号', salesman: '老李' }))).toEqual({ salesman: '老李' });
});

test("走的那位的电话成为备用电话，除非已有一个 the merged customer's phone becomes the second one if that is empty", () => {
  expect(absorbed(one(), other())).toEqual({ phone2: '13900000002' });
  expect(absorbed(one({ phone2: '021-1' }), other())).toEqual({});
  expect(absorbed(one({ phone2: '' }), other())).toEqual({ phone2: '13900000002' });
  expect(absorbed(one(), one({ phone2: '021-2' }))).toEqual({ phone2: '021-2' });
});

test('不派的技师两边合起来，并且压过偏好 a technician blocked by one is blocked by both, in spite of a preference', () => {
  expect(
    absorbed(
      one({ preferredTechnicianIds: ['1', '2'], blockedTechnicianIds: ['3'] }),
      one({ preferredTechnicianIds: ['3', '4'], blockedTechnicianIds: ['2', '3'] }),
    ),
  ).toEqual({ preferredTechnicianIds: ['1', '4'], blockedTechnicianIds: ['3', '2'] });
});

test('一边不要营销短信，合并后就不要 a refusal of advertising by either applies', () => {
  const after = (mine: boolean | null, his: boolean | null): boolean | null =>
    ({
      ...one({ receiveMarketing: mine }),
      ...absorbed(one({ receiveMarketing: mine }), one({ receiveMarketing: his })),
    }).receiveMarketing;
  expect([after(true, false), after(false, true), after(null, true), after(true, null), after(null, null)]).toEqual([
    false,
    false,
    true,
    true,
    null,
  ]);
});

test('标签备注接起来，已有的不重复，放不下的截掉 tags and remarks are joined without duplicates, within their length', () => {
  expect(absorbed(one({ remark: '家有犬', tags: 'VIP' }), one({ remark: '地库B2', tags: 'VIP' }))).toEqual({
    remark: '家有犬；地库B2',
  });
  expect(absorbed(one({ remark: '' }), one({ remark: '地库B2' }))).toEqual({ remark: '地库B2' });
  expect(absorbed(one({ remark: '家有犬' }), one())).toEqual({});
  expect(absorbed(one({ remark: '甲'.repeat(498) }), one({ remark: '乙乙' })).remark).toBe(`${'甲'.repeat(498)}；乙`);
  expect(absorbed(one({ tags: '😀'.repeat(198) }), one({ tags: '乙乙' })).tags).toBe(`${'😀'.repeat(198)}；乙`);
});

test('服务次数相加，最近一次取晚的 service counts are summed, the later service time wins', () => {
  expect(
    absorbed(
      one({ serviceCount: 2, lastServiceTime: '2026-10-31 23:59:59' }),
      one({ serviceCount: 3, lastServiceTime: '2026-11-01 00:00:00' }),
    ),
  ).toEqual({ serviceCount: 5, lastServiceTime: '2026-11-01 00:00:00' });
  expect(absorbed(one({ serviceCount: 2, lastServiceTime: '2026-11-01 00:00:00' }), one({ serviceCount: 0 }))).toEqual(
    {},
  );
  expect(absorbed(one(), one({ serviceCount: 0 }))).toEqual({ serviceCount: 0 });
});
