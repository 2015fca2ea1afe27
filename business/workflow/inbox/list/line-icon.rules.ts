/** The icon of what a case is about, by the table of its paper, else by its category. */
const BY_TABLE: Readonly<Record<string, string>> = {
  blade_process_leave: 'plane',
  asleaveform: 'calendar-clock',
  asregistrationdelay: 'clock',
};
const BY_CATEGORY: Readonly<Record<string, string>> = {
  flow_leave: 'plane',
  flow_delay: 'clock',
  flow_repel: 'rotate-ccw',
  flow_material: 'clipboard-list',
};

export const iconOfCase = ({
  businessTable,
  category,
}: {
  readonly businessTable: string;
  readonly category: string;
}): string => BY_TABLE[businessTable] ?? BY_CATEGORY[category] ?? 'route';
