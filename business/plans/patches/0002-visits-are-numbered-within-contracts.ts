/** Drop the stored key of planned visits: contract and number of the visit, which are unique together now. */
export default {
  covers: ['asmaintain.generate_key: dropped'],
  async apply(query: (text: string) => Promise<unknown>): Promise<void> {
    await query('alter table asmaintain drop column if exists generate_key');
  },
};
