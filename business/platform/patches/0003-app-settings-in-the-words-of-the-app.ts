/** Rename the columns of start-up pictures to the names that the apps use, with their values. */
export default {
  covers: [
    'blade_startup_diagram.picture: dropped',
    'blade_startup_diagram.seconds: dropped',
    'blade_startup_diagram.link_address: dropped',
  ],
  async apply(query: (text: string) => Promise<unknown>): Promise<void> {
    await query(
      `update blade_startup_diagram set image_url = picture, show_seconds = least(greatest(seconds, 1), 10), jump_url = link_address,
        jump_type = case when coalesce(link_address, '') = '' then 'none' else 'h5' end`,
    );
    await query('alter table blade_startup_diagram drop column picture, drop column seconds, drop column link_address');
  },
};
