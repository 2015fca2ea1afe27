import type { BagItem, PaymentMethod, Visit } from '../finish/answers.rules.ts';
import type { CompanyTerms } from '../finish/draft.rules.ts';

/** What a completion is written from at a desk. */
export interface DoorAnswer {
  readonly now: string;
  /** May it still be written? */ readonly open: boolean;
  /** Kilometres of the way, as the product reckons them. */ readonly km: string | null;
  readonly visit: Visit;
  readonly bag: readonly BagItem[];
  readonly ways: readonly PaymentMethod[];
  readonly terms: CompanyTerms;
}

/** A visit that waits for its completion. */
export interface ToWrite {
  readonly id: string;
  readonly taskNo: string;
  readonly taskStatus: string;
  readonly planStart: string;
  readonly technicianName: string;
  readonly customerName: string;
}
