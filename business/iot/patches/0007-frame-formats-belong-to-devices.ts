type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const PAGE = 'sys_device_connect_config';

/** The page and buttons of configurations and their fields. */
const OWN = "m.code like 'sys\\_device\\_connect\\_%' and m.is_deleted = 0";

/**
 * Move the page of frame formats into the group of connections, in menus and in the tabs of the top bar. Grant it to
 * IoT engineers, and its view to managers, in each company that has their roles.
 */
export default {
  covers: [],
  async apply(query: Query): Promise<void> {
    const [page] = await query('select 1 from blade_menu where code = $1 and is_deleted = 0', [PAGE]);
    if (!page) return;
    await query(
      `insert into blade_menu (id, name, name_en, code, category, path, source, action, is_open, sort, alias, create_time, update_time)
       select next_id((extract(epoch from m.create_time) * 1000)::bigint), '接入', 'Connections', 'iot-connect', 1, '', 'network', 1, 1, 161, 'menu', m.create_time, m.create_time
       from blade_menu m where m.code = $1 and m.is_deleted = 0
         and not exists (select 1 from blade_menu o where o.code = 'iot-connect' and o.is_deleted = 0) limit 1`,
      [PAGE],
    );
    await query(
      `update blade_menu set parent_id = (select id from blade_menu where code = 'iot-connect' and is_deleted = 0 limit 1), sort = 10
       where code = $1 and is_deleted = 0`,
      [PAGE],
    );
    await query(
      `insert into blade_top_menu_setting (tenant_id, top_menu_id, menu_id)
       select t.tenant_id, t.id, m.id from blade_top_menu t join blade_menu m on (m.code = 'iot-connect' and m.is_deleted = 0) or (${OWN})
       where t.code = 'iot' and t.is_deleted = 0 on conflict do nothing`,
    );
    await query(
      `delete from blade_top_menu_setting s using blade_top_menu t, blade_menu m
       where t.id = s.top_menu_id and t.tenant_id = s.tenant_id and t.code = 'platform' and m.id = s.menu_id and ${OWN}`,
    );
    await query(
      `insert into blade_role_menu (tenant_id, role_id, menu_id)
       select r.tenant_id, r.id, m.id from blade_role r join blade_menu m on ${OWN}
       where r.is_deleted = 0 and (r.role_alias = 'as_iot' or r.role_alias in ('as_manager', 'as_admin') and m.code in ($1, $1 || '_view'))
       on conflict do nothing`,
      [PAGE],
    );
  },
};
