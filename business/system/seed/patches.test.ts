import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import colours from '../patches/0002-colours-mean-one-thing.ts';
import words from '../patches/0003-words-of-the-trade.ts';
import fresh from '../patches/0004-words-read-at-first-sight.ts';

const server = await openTestServer(import.meta.url);
const query = (text: string, values?: readonly unknown[]): Promise<unknown[]> => server.tables(text, values as never);

test('earlier colours and English labels follow the definition; changes by a company remain', async () => {
  await query(
    "update blade_dict_biz set tone = 'amber', dict_value_en = 'Gold' where code = 'customer_level' and dict_key = 'gold'",
  );
  await query("update blade_dict_biz set tone = 'violet' where code = 'customer_level' and dict_key = 'vip'");
  await query("update blade_menu set name_en = 'Registration' where code = 'asregistrationform' and category = 1");
  await query("update blade_menu set name_en = 'Our calls' where code = 'asrepairform' and category = 1");
  await colours.apply(query);
  await words.apply(query);
  expect(
    await query(
      "select distinct dict_key as key, tone from blade_dict_biz where code = 'customer_level' and dict_key in ('gold', 'vip') order by 1",
    ),
  ).toEqual([
    { key: 'gold', tone: null },
    { key: 'vip', tone: 'violet' },
  ]);
  expect(
    await query(
      "select distinct code, name_en as name from blade_menu where code in ('asregistrationform', 'asrepairform') and category = 1 order by 1",
    ),
  ).toEqual([
    { code: 'asregistrationform', name: 'Work orders' },
    { code: 'asrepairform', name: 'Our calls' },
  ]);
});

test('labels of the release before are renamed in both languages, those of a company remain', async () => {
  await query("update blade_menu set name = '收缴', name_en = 'Take over' where code = 'ascollectdetaileds_handOver'");
  await query(
    "update blade_menu set name = '通过', name_en = 'All right' where code = 'ascompletionregistration_pass'",
  );
  await query("update blade_dict_biz set dict_value_en = 'Paid' where code = 'weibao' and dict_key = 'paid'");
  await fresh.apply(query);
  expect(
    await query(
      "select distinct name, name_en as en from blade_menu where code in ('ascollectdetaileds_handOver', 'ascompletionregistration_pass') order by 2",
    ),
  ).toEqual([
    { name: '通过', en: 'All right' },
    { name: '收款上缴', en: 'Collect' },
  ]);
  expect(
    await query("select distinct dict_value_en as en from blade_dict_biz where code = 'weibao' and dict_key = 'paid'"),
  ).toEqual([{ en: 'Chargeable' }]);
});
