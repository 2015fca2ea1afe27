/** Let devices and models choose authentication by certificate: it is implemented since. */
export default {
  covers: [],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query(
      "update blade_dict_biz set is_deleted = 0 where code = 'auth_type' and dict_key = 'x509' and is_deleted = 1",
    );
  },
};
