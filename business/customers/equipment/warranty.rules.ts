import { addMonths } from '#business/masterdata/days.rules.ts';

/** The end of the warranty of a machine: from its installation, else its commissioning, for the months of its maker, 24 where he names none. */
export const warrantyEnd = (
  installDate: string | null,
  commissionDate: string | null,
  months: number | null,
): string | null => {
  const from = installDate ?? commissionDate;
  return from ? addMonths(from, months ?? 24) : null;
};
