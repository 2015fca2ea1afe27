/** Icons by the table of the paper that an instance is about; for other instances the category decides. */
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
