import type { Language } from '#kernel/language/label.ts';
import type { Person } from '#kernel/language/permission.ts';
import type { Origin } from '../context.ts';
import type { Tenancy } from '../database/database.ts';

/** Why somebody may only read: he looks through another's eyes, or his company has expired. */
export type ReadOnlyReason = 'viewAs' | 'expired';

/** Who acts, for whom, through which door. */
export interface Actor {
  /** Set where nothing may be written. */
  readonly readOnlyReason?: ReadOnlyReason;
  readonly tenancy: Tenancy;
  readonly person: Person;
  readonly language: Language;
  readonly origin: Origin;
}
