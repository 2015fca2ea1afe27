import type { Language } from '#kernel/language/label.ts';
import type { Person } from '#kernel/language/permission.ts';
import type { Origin } from '../context.ts';
import type { Tenancy } from '../database/database.ts';

/** Reason for which a person may only read: they view as another person, or their company has expired. */
export type ReadOnlyReason = 'viewAs' | 'expired';

/** Person who acts, with their tenant and the origin of the request. */
export interface Actor {
  /** Set where nothing may be written. */
  readonly readOnlyReason?: ReadOnlyReason;
  readonly tenancy: Tenancy;
  readonly person: Person;
  readonly language: Language;
  readonly origin: Origin;
}
