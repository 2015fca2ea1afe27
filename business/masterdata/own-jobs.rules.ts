import type { ReferencePath, ReferenceStep } from '#kernel/language/paper.ts';

const member: readonly ReferenceStep[] = [
  { paper: 'crewMember', at: 'dispId', on: 'dispId', when: { isCurrent: true } },
  { paper: 'technician', at: 'id', on: 'technicianId' },
];

/** A technician's own jobs: he is in the current crew of the dispatch form that `on` names. */
export const ownJobs = (on: 'dispId' | 'id'): readonly ReferencePath[] => [
  { steps: [{ ...member[0], on }, member[1]], person: 'userId' },
];

/** The technician himself, where a row names him. */
export const ownTechnician: readonly ReferencePath[] = [
  { steps: [{ paper: 'technician', at: 'id', on: 'technicianId' }], person: 'userId' },
];

/** What belongs to the registration of an own job, over the field that `on` names. */
export const ownOrders = (at: string, on: string): readonly ReferencePath[] => [
  { steps: [{ paper: 'registration', at, on }, ...member], person: 'userId' },
];
