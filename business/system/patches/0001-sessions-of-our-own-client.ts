/**
 * Rename the client of open sessions from `saber` to `anju`: our own client used the id of a published one. The
 * sessions stay open.
 */
export default {
  covers: [],
  async apply(query: (text: string) => Promise<unknown>): Promise<void> {
    await query("update anju_session set client = 'anju' where client = 'saber' and ended is null");
  },
};
