/** Grants the page of the permission explainer to domain administrators, in each company that has their role. */
export default {
  covers: [],
  async apply(query: (text: string, values?: readonly unknown[]) => Promise<unknown>): Promise<void> {
    await query(
      `insert into blade_role_menu (tenant_id, role_id, menu_id)
       select r.tenant_id, r.id, m.id from blade_role r join blade_menu m on m.code = 'permission' and m.is_deleted = 0
       where r.role_alias = 'as_admin' and r.is_deleted = 0 on conflict do nothing`,
    );
  },
};
