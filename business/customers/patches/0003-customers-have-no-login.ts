/** Delete the demo company's account for customers: they get signed links instead. */
export default {
  appliedAs: 'maintenance/0003-customers-have-no-login',
  covers: [],
  async apply(query: (text: string) => Promise<unknown>): Promise<void> {
    const demo =
      "select id from blade_user where tenant_id = '000000' and account = 'as_customer' and real_name = '客户演示' and is_deleted = 0";
    await query(
      `update anju_session set ended = coalesce(used, created) where tenant_id = '000000' and ended is null and user_id in (${demo})`,
    );
    await query(`update blade_user set is_deleted = 1, status = 0 where id in (${demo})`);
  },
};
