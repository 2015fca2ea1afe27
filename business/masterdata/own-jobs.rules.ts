import type { ReferencePath, ReferenceStep } from '#kernel/language/paper.ts';

const member: readonly ReferenceStep[] = [
  { paper: 'crewMember', at: 'dispId', on: 'dispId', when: { isCurrent: true } },
  { paper: 'technician', at: 'id', on: 'technicianId' },
];

/**
 * Path from a row to its owners: the users in the current crew of a dispatch form. `on` is the column with the form's
 * id.
 */
export const ownJobs = (on: 'dispId' | 'id'): readonly ReferencePath[] => [
  { steps: [{ ...member[0], on }, member[1]], person: 'userId' },
];

/** Path from a row to its owner: the user of its technician. */
export const ownTechnician: readonly ReferencePath[] = [
  { steps: [{ paper: 'technician', at: 'id', on: 'technicianId' }], person: 'userId' },
];

/**
 * Path from a row to its owners: the current crew of its registration. `on` is the column that refers to the
 * registration, `at` the referenced column.
 */
export const ownOrders = (at: string, on: string): readonly ReferencePath[] => [
  { steps: [{ paper: 'registration', at, on }, ...member], person: 'userId' },
];
