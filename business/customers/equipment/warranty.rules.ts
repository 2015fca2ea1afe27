import { addMonths } from '#kernel/language/days.ts';

/**
 * Return the end of the manufacturer's warranty: its months, by default 24, from the installation, else the
 * commissioning.
 */
export const warrantyEnd = (
  installDate: string | null,
  commissionDate: string | null,
  months: number | null,
): string | null => {
  const from = installDate ?? commissionDate;
  return from ? addMonths(from, months ?? 24) : null;
};
