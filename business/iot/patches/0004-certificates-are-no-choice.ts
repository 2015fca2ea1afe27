/**
 * Replace authentication by certificate, which was never implemented, by a device secret. Such devices could not log
 * in; a secret can now be issued to them.
 */
export default {
  covers: [],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query("update blade_dict_biz set is_deleted = 1 where code = 'auth_type' and dict_key = 'x509'");
    await query("update iot_thing_model set auth_type = 'device_secret' where auth_type = 'x509'");
    await query("update iot_device set auth_type = 'device_secret' where auth_type = 'x509'");
  },
};
