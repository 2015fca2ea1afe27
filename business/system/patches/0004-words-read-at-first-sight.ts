type MenuChange = readonly [code: string, zh: string, en: string, freshZh: string, freshEn: string];
type ItemChange = readonly [code: string, key: string, was: string, is: string];

/** Old and new names of menus in both languages. */
const menus: readonly MenuChange[] = [
  ['ascollectdetaileds_handOver', '收缴', 'Take over', '收款上缴', 'Collect'],
  ['ascompletionregistration_pass', '通过', 'Pass', '通过', 'Approve'],
  ['asurgevisit', '催单', 'Chasers', '催单', 'Follow-up calls'],
  ['asurgevisit_submit', '催单', 'Chaser', '催单', 'Follow-up call'],
  ['iot_online_event', '上下线记录', 'Online changes', '上下线记录', 'Connection changes'],
];

const items: readonly ItemChange[] = [
  ['invoice_status', 'none', 'None', 'Not invoiced'],
  ['log_biz_type', 'urge', 'Chaser', 'Follow-up call'],
  ['message_event', 'urge', 'Chaser', 'Follow-up call'],
  ['sms_scene', 'answer', 'Answer to a chaser', 'Answer to a follow-up call'],
  ['sms_scene', 'urge', 'Chaser', 'Follow-up call'],
  ['urge_level', '-1', 'Chaser level', 'Follow-up level'],
  ['urge_status', '-1', 'Chaser state', 'Follow-up state'],
  ['weibao', 'paid', 'Paid', 'Chargeable'],
];

const column = (rows: readonly (readonly string[])[], at: number): string[] => rows.map((row) => row[at]);

/** Renames the labels of each company that still are as seeded. */
export default {
  covers: [],
  async apply(query: (text: string, values?: readonly unknown[]) => Promise<unknown>): Promise<void> {
    await query(
      `update blade_menu m set name = c.fresh_zh, name_en = c.fresh_en
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as c(code, zh, en, fresh_zh, fresh_en)
      where m.code = c.code and m.name = c.zh and m.name_en = c.en`,
      [0, 1, 2, 3, 4].map((at) => column(menus, at)),
    );
    for (const table of ['blade_dict', 'blade_dict_biz'])
      await query(
        `update ${table} d set dict_value_en = c.fresh from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as c(code, key, was, fresh)
        where d.code = c.code and d.dict_key = c.key and d.dict_value_en = c.was`,
        [0, 1, 2, 3].map((at) => column(items, at)),
      );
  },
};
