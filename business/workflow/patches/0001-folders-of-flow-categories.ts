/** Set the page folder of the categories of processes, in `remark`, where it is empty. */
export default {
  covers: [],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query(
      `update blade_dict set remark = case dict_key when 'leave' then 'leave' else 'generic' end
       where code = 'flow' and dict_key in ('leave', 'delay', 'repel', 'material') and coalesce(remark, '') = ''`,
    );
  },
};
