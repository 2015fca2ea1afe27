import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { ref } from '#kernel/fields/ref/ref.ts';
import type { CallSent } from '#kernel/language/calls/call.ts';
import type { Field } from '#kernel/language/field.ts';
import { FilterChip } from '#kernel/web/list/filters/filter-chip.tsx';
import { planOccurrence } from '../../occurrence/plan-occurrence.paper.ts';
import type { planCalendar } from '../plan-calendar.calls.ts';

const FIELDS: Readonly<Record<'schemeTypeId' | 'premisesId' | 'planStatus', Field>> = {
  schemeTypeId: ref('schemeType', ['方案类型', 'Contract type'], { filter: 'exact' }),
  premisesId: planOccurrence.fields.premisesId,
  planStatus: planOccurrence.fields.planStatus,
};
const NAMES = ['schemeTypeId', 'premisesId', 'planStatus'] as const;

/** The chosen values, as comma lists in the address and as lists for the calls. */
interface CalendarFilters {
  readonly filters: Readonly<Record<string, string>>;
  readonly sent: Pick<CallSent<typeof planCalendar>, (typeof NAMES)[number]>;
  readonly change: (part: Readonly<Record<string, string | undefined>>) => void;
}

/** Filters of the calendar in the address, so that a link shows the same calendar. */
export function useCalendarFilters(): CalendarFilters {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(
    NAMES.flatMap((name): [string, string][] => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return {
    filters,
    sent: Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value.split(',')])),
    change: (part) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(part))
            if (value) next.set(name, value);
            else next.delete(name);
          return next;
        },
        { replace: true },
      ),
  };
}

/** Chips of the calendar's filters: type of the contract, estate, state. */
export const FilterChips = ({ filters, change }: Pick<CalendarFilters, 'filters' | 'change'>): ReactElement => (
  <>
    {NAMES.map((name) => (
      <FilterChip key={name} name={name} field={FIELDS[name]} filters={filters} onChange={change} />
    ))}
  </>
);
