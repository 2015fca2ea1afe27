import type { FigureGroup } from '#business/system/quality/figures/figure.server.ts';
import { registration } from '../registration/registration.paper.ts';

/** Return where the team or system of a row is read: from the work order of `registrationFormId`. */
export const ofOrder = (field: 'customerServiceTeam' | 'repairType'): FigureGroup => ({
  reads: registration.fields[field],
  links: [{ table: registration, alias: 'r', on: 'r.id = t.registration_form_id', field }],
});
