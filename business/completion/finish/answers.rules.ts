import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { CheckDemand } from '../completion/checklist.rules.ts';
import type { taskStatus, visitResult } from '#business/dispatch/dictionaries.ts';

/** What the server tells the phone; moments are texts of the wire, amounts decimals as texts. */
export type DayVisitState = KeyOf<typeof taskStatus>;
export type Result = KeyOf<typeof visitResult>;

export interface DayOrder {
  readonly id: string;
  readonly registrationNo: string;
  readonly customerName: string;
  readonly phone: string;
  readonly address: string;
  readonly location: string | null;
  readonly content: string;
  readonly receiptsType: string;
  readonly repairType: string;
  readonly urgency: string;
  readonly faultCategory: string | null;
  readonly troubleCode: string | null;
  readonly promiseFrom: string | null;
  readonly promiseTo: string | null;
  readonly weibao: string;
  readonly weibaoReason: string | null;
  readonly coverFees: {
    readonly labor?: string;
    readonly material?: string;
    readonly mileage?: string;
    readonly other?: string;
  } | null;
  readonly urgeCount: number | null;
  readonly remark: string | null;
}
export interface HintPart {
  readonly materialId?: string;
  readonly name?: string;
  readonly itemName?: string;
  readonly qty?: string | number;
  readonly reason?: string;
}
export interface DayMachine {
  readonly id: string;
  readonly equipmentId: string | null;
  readonly equipmentName: string;
  readonly model: string | null;
  readonly serialNo: string | null;
  readonly faultNote: string | null;
}
export interface DayPhotoClass {
  readonly classifyId: string;
  readonly name: string;
  readonly media: string;
  readonly min: number;
  readonly max: number;
  readonly perEquipment: boolean;
  readonly needWatermark: boolean;
  readonly count: number;
  readonly missing: number;
  readonly exampleFile: string | null;
}
export interface Demand extends CheckDemand {
  readonly unit?: string | null;
  readonly options?: string | null;
}
export interface Written {
  readonly id?: string;
  readonly completionNo?: string;
  readonly completeStatus?: string;
  readonly backReason?: string | null;
  readonly visitResult?: string;
  readonly receivableAmount?: string;
  readonly [more: string]: unknown;
}

export interface Visit {
  readonly id: string;
  readonly taskNo: string;
  readonly dispId: string;
  readonly visitSeq: number;
  readonly technicianId: string;
  readonly taskStatus: DayVisitState;
  readonly planStart: string;
  readonly planEnd: string;
  readonly appointFrom: string | null;
  readonly appointTo: string | null;
  readonly sentTime: string | null;
  readonly seenTime: string | null;
  readonly acceptTime: string | null;
  readonly acceptDue: string | null;
  readonly appointTime: string | null;
  readonly departTime: string | null;
  readonly arriveTime: string | null;
  readonly arriveDistance: number | null;
  readonly finishTime: string | null;
  readonly pausedAt: string | null;
  readonly pauseMinutes: number | null;
  readonly visitResult: Result | null;
  readonly resultNote: string | null;
  readonly contactPhone?: string | null;
  readonly registration: DayOrder | null;
  readonly dispatch: {
    readonly toolHint: string | null;
    readonly materialHint: readonly HintPart[] | null;
    readonly workContent: string;
    readonly planMinutes: number | null;
    readonly remark: string | null;
  } | null;
  readonly crew: readonly {
    readonly technicianName: string;
    readonly technicianId: string;
    readonly crewRole: string;
    readonly shareRatio: string;
  }[];
  readonly equipment: readonly DayMachine[];
  readonly annexTypes: readonly DayPhotoClass[];
  readonly checklist: readonly Demand[];
  readonly needsSignature: boolean;
  /** Items whose own warranty still runs in these machines, until when. */ readonly partWarranties?: Readonly<
    Record<string, string>
  >;
  /** Doors of this order that stayed closed and that the customer was not charged for yet. */ readonly closedDoors?: readonly {
    readonly taskNo: string;
    readonly fee: string;
  }[];
  /** What the customer gave at other visits of this order, in CNY. */ readonly receivedBefore?: string;
  readonly completion: Written;
  readonly customerLevel: string;
  readonly keyNote: string | null;
  readonly accessNote: string | null;
  readonly earlier: readonly { readonly at: string; readonly words: string; readonly who: string | null }[];
}

export interface Technician {
  readonly id: string;
  readonly name: string;
  readonly team: string;
  readonly homeLocation: string | null;
  readonly workStart: string;
  readonly workEnd: string;
}

/** What lies in the bag: one item in one condition. */
export interface BagItem {
  readonly id: string;
  readonly materialId: string;
  readonly warehouseId: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly materialStatus: string;
  readonly serialNo: string | null;
  readonly available: string;
  readonly onHand: string;
  readonly salePrice: string;
  readonly barcode: string | null;
  readonly unit: string | null;
  readonly returnOld: boolean;
}
export interface PaymentMethod {
  readonly id: string;
  readonly typeName: string;
  readonly payChannel: string;
  readonly needVoucher: boolean;
  readonly needTransmit: boolean;
  readonly qrImage: string | null;
}
export interface Cash {
  readonly amount: string;
  readonly lines: number;
  readonly since: string;
}
/** An amount that this technician took at a door. */
export interface TakenAmount {
  readonly id: string;
  readonly collectNo: string;
  readonly customerName: string;
  readonly amount: string;
  readonly collectType: string;
  readonly paymentTypeId: string;
  readonly collectTime: string;
  readonly transmitStatus: string;
  readonly approvalStatus: string;
}

export interface OwnDay {
  readonly today: string;
  readonly now?: string;
  readonly technician: Technician | null;
  readonly speedKmh?: number;
  readonly arriveMetres?: number;
  /** Prices and tolerances of the company. */ readonly terms?: {
    readonly mileagePrice: string;
    readonly toleranceKm: number;
    readonly tolerancePercent: number;
  };
  readonly bag?: readonly BagItem[];
  readonly ways?: readonly PaymentMethod[];
  readonly visits: readonly Visit[];
}
