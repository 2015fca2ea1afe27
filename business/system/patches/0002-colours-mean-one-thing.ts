type Change = readonly [code: string, key: string, was: string, is: string | null];

/**
 * Old and new colour of dictionary items. Amber waits for somebody, blue is under way, violet is set apart, grey is
 * over; null is for items that are no state.
 */
const changes: readonly Change[] = [
  ['day_kind', 'work', 'blue', null],
  ['day_kind', 'statutory', 'red', 'violet'],
  ['stock_alert', 'over', 'violet', 'amber'],
  ['reserve_status', 'open', 'amber', 'blue'],
  ['log_level', 'info', 'blue', null],
  ['log_source', 'server', 'blue', null],
  ['log_source', 'client', 'violet', null],
  ['customer_level', 'gold', 'amber', null],
  ['customer_level', 'vip', 'amber', null],
  ['equipment_status', 'limited', 'amber', 'violet'],
  ['warranty_status', 'voided', 'red', 'grey'],
  ['photo_check', 'manual', 'blue', 'green'],
  ['mileage_status', 'adjusted', 'blue', 'grey'],
  ['transmit_status', 'none', 'grey', 'amber'],
  ['collect_approval', 'none', 'grey', 'amber'],
  ['dispatch_status', 'draft', 'grey', 'amber'],
  ['technician_status', 'leave', 'amber', 'violet'],
  ['publish_status', 'stopped', 'red', 'grey'],
  ['sealed', '1', 'amber', null],
  ['menu_category', '1', 'blue', null],
  ['menu_category', '2', 'grey', null],
  ['role_scope', 'all', 'blue', null],
  ['role_scope', 'custom', 'violet', null],
  ['grant_type', 'password', 'blue', null],
  ['grant_type', 'captcha', 'blue', null],
  ['grant_type', 'refresh_token', 'grey', null],
  ['grant_type', 'social', 'violet', null],
  ['grant_type', 'authorization_code', 'cyan', null],
  ['tenant_kind', 'trial', 'amber', 'blue'],
  ['client_face', 'own', 'blue', null],
  ['client_face', 'saberVue2', 'violet', null],
  ['client_face', 'saberVue3', 'violet', null],
  ['client_face', 'swordReact', 'violet', null],
  ['wage_line_status', 'draft', 'grey', 'amber'],
  ['wage_line_status', 'open', 'amber', 'grey'],
  ['wage_period_status', 'open', 'amber', 'blue'],
  ['wage_period_status', 'signing', 'amber', 'blue'],
  ['wage_dispute_status', 'accepted', 'blue', 'green'],
];

/** Recolours the dictionary items of each company that still have their seeded colour. */
export default {
  covers: [],
  async apply(query: (text: string, values?: readonly unknown[]) => Promise<unknown>): Promise<void> {
    for (const table of ['blade_dict', 'blade_dict_biz'])
      await query(
        `update ${table} d set tone = c.fresh from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as c(code, key, was, fresh)
        where d.code = c.code and d.dict_key = c.key and d.tone = c.was`,
        [0, 1, 2, 3].map((at) => changes.map((change) => change[at])),
      );
  },
};
