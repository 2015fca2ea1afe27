import type { Label } from '#kernel/language/label.ts';
import type { Away, VisitConflict, Roads } from '../occupancy/conflicts.rules.ts';
import type { Ranked } from '../candidates/candidates.rules.ts';

/** What the calls of the board answer. Moments are `yyyy-MM-dd HH:mm:ss`, days `yyyy-MM-dd`, both in the tenant's zone; minutes are whole. */

/** A block of the board: one visit in the row of one of its crew. */
export interface BoardVisit {
  readonly id: string;
  readonly dispId: string;
  readonly registrationFormId: string;
  readonly taskNo: string;
  readonly technicianId: string;
  readonly from: string;
  readonly to: string;
  readonly appointFrom: string | null;
  readonly appointTo: string | null;
  readonly state: string;
  readonly forced: boolean;
  readonly lockType: string | null;
  readonly customerId: string;
  readonly customerName: string;
  readonly premisesName: string | null;
  readonly location: string | null;
  readonly repairType: string;
  readonly urgency: string;
  /** He leads it; a helper's block moves with that of the lead. */
  readonly lead: boolean;
  readonly version: number;
  readonly acceptDue: string | null;
  readonly seen: boolean;
  readonly content: string;
}

/** A leave that was approved. */
export interface BoardLeave extends Away {
  readonly leaveType: string;
}

interface BoardDay {
  readonly day: string;
  readonly works: boolean;
  /** Planned minutes without the way. */ readonly loadMinutes: number;
}

/** A row of the board. */
export interface BoardTechnician {
  readonly technicianId: string;
  readonly name: string;
  readonly team: string;
  readonly level: string;
  /** Skills he may use: certificates that ran out are left out. */ readonly skills: readonly string[];
  readonly homeLocation: string | null;
  readonly workStart: string;
  readonly workEnd: string;
  readonly capacityMinutes: number;
  readonly leave: readonly BoardLeave[];
  readonly visits: readonly BoardVisit[];
  readonly days: readonly BoardDay[];
}

export interface BoardSkill {
  readonly id: string;
  readonly name: string;
  readonly system: string;
  readonly needCertificate: boolean;
}

export interface BoardAnswer {
  readonly now: string;
  readonly from: string;
  readonly to: string;
  readonly days: readonly string[];
  readonly technicians: readonly BoardTechnician[];
  readonly skills: readonly BoardSkill[];
  readonly roads: Roads;
  /** `HH:mm`, taken out of the working time. */ readonly lunch: { readonly from: string; readonly to: string };
}

/** An order that waits to be dispatched. */
export interface BoardOrder {
  readonly id: string;
  readonly no: string;
  /** Its dispatch form, when one was made before. */ readonly dispId: string | null;
  readonly customerId: string;
  readonly customerName: string;
  readonly level: string;
  readonly address: string;
  readonly premisesName: string | null;
  readonly location: string | null;
  readonly team: string;
  readonly repairType: string;
  readonly content: string;
  readonly urgency: string;
  readonly weibao: string;
  readonly expectDate: string | null;
  readonly expectSlot: string | null;
  readonly promiseFrom: string | null;
  readonly promiseTo: string | null;
  readonly minutes: number;
  readonly skillIds: readonly string[];
  readonly urgeCount: number;
  readonly visitCount: number;
  readonly isRework: boolean;
  /** How its last visit ended without a result. */ readonly lastState: string | null;
  /** How it was taken back, where that is its last state: the accept time ran out, or somebody did it. */ readonly lastWhy:
    string | null;
  /** Is every part that was suggested in a van or a store? null when none was. */ readonly partsReady: boolean | null;
  readonly createTime: string;
  /** When it is late: the nearest clock that runs, else what was promised, else what was wished; null when nothing says so. */ readonly due:
    string | null;
}

export interface OrdersAnswer {
  readonly now: string;
  readonly total: number;
  readonly orders: readonly BoardOrder[];
}

/** What the details say about an order beside what its card says. */
export interface OrderFacts {
  readonly phone: string;
  readonly weibaoReason: string | null;
  readonly urges: readonly { readonly time: string; readonly content: string; readonly state: string }[];
  readonly notes: readonly { readonly time: string; readonly who: string; readonly words: string }[];
  readonly parts: readonly {
    readonly name: string;
    readonly qty: string;
    readonly holders: readonly { readonly technicianId: string; readonly name: string; readonly qty: string }[];
  }[];
  readonly last: {
    readonly time: string;
    readonly technicianId: string;
    readonly name: string;
    readonly words: string;
  } | null;
}

/** What the server says about a technician and a window. */
export interface PlacingVerdict {
  readonly conflicts: readonly VisitConflict[];
  readonly allowed: boolean;
  readonly needForce: boolean;
  readonly reasons: readonly { readonly words: Label; readonly good: boolean }[];
}

export type { VisitConflict, Ranked };
