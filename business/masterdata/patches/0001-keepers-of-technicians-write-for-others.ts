/**
 * Add the button to write technicians' rows for others, and grant it to all roles that may edit technicians, which
 * could do so before.
 */
export default {
  covers: [],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    const [edit] = await query("select 1 from blade_menu where code = 'astechnician_edit' and is_deleted = 0");
    if (!edit) return;
    await query(
      `insert into blade_menu (id, name, name_en, code, parent_id, category, path, source, action, is_open, sort, alias, create_time, update_time)
       select next_id((extract(epoch from m.create_time) * 1000)::bigint), '为他人办理', 'Write for others', 'astechnician_others', m.parent_id, 2, '', '', 2, 1, 45, 'others', m.create_time, m.create_time
       from blade_menu m where m.code = 'astechnician_edit' and m.is_deleted = 0
         and not exists (select 1 from blade_menu o where o.code = 'astechnician_others' and o.is_deleted = 0) limit 1`,
    );
    await query(
      `insert into blade_role_menu (tenant_id, role_id, menu_id)
       select distinct g.tenant_id, g.role_id, o.id from blade_role_menu g join blade_menu m on m.id = g.menu_id and m.is_deleted = 0
       join blade_menu o on o.code = 'astechnician_others' and o.is_deleted = 0
       where m.code in ('astechnician_add', 'astechnician_edit', 'astechnician_delete', 'astechnician_import') on conflict do nothing`,
    );
  },
};
