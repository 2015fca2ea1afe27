import { useCall } from '#kernel/web/query/use-call.ts';
import { asText } from '#kernel/language/values.ts';
import { type SchemeVisits, visitsOfScheme } from './scheme-visits.calls.ts';

type Visit = SchemeVisits['visits'][number];

/** A visit of a contract, with the work order that serves it. */
export interface ShownVisit {
  readonly row: Visit;
  readonly no: number;
  readonly state: string;
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly order: SchemeVisits['orders'][number] | null;
}

/** The visits of a contract in the order of their numbers. Parts of its page share the answer. */
export function useSchemeVisits(schemeId: string): {
  readonly answer: SchemeVisits | undefined;
  readonly visits: readonly ShownVisit[];
  readonly error: Error | null;
} {
  const { data: answer, error } = useCall(visitsOfScheme, { schemeId }, { of: 'list', quiet: true });
  const visits = (answer?.visits ?? []).map((row): ShownVisit => {
    const day = asText(row.planDate);
    return {
      row,
      no: Number(row.occurrenceNo ?? 0),
      state: String(row.planStatus),
      day,
      from: asText(row.windowFrom) || day,
      to: asText(row.windowTo) || day,
      order: answer?.orders.find((one) => one.id === row.registrationFormId) ?? null,
    };
  });
  return { answer, visits: visits.toSorted((one, other) => one.no - other.no), error };
}
