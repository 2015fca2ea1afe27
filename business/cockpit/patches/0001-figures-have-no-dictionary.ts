/** Delete the dictionary of figures, because each figure's definition has its labels. */
export default {
  covers: [],
  async apply(query: (text: string, values?: readonly unknown[]) => Promise<unknown>): Promise<void> {
    await query("delete from blade_dict_biz where code = 'kpi_metric'");
  },
};
