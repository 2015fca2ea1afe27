/** Our own client called itself by the name of a published one. Whoever is logged in by it stays so, and keeps its menus. */
export default {
  covers: [],
  async apply(query: (text: string) => Promise<unknown>): Promise<void> {
    await query("update anju_session set client = 'anju' where client = 'saber' and ended is null");
  },
};
