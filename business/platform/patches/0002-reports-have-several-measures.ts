/** Convert reports to a list of measures. Earlier ones had the number of rows and one sum. */
export default {
  covers: ['blade_report_file.measure: dropped'],
  async apply(query: (text: string) => Promise<unknown>): Promise<void> {
    await query("update blade_report_file set shape = 'groups' where shape is null");
    await query(
      "update blade_report_file set measures = jsonb_build_array(jsonb_build_object('how', 'sum', 'name', measure), jsonb_build_object('how', 'count')) where coalesce(measure, '') <> ''",
    );
    await query('alter table blade_report_file drop column measure');
  },
};
