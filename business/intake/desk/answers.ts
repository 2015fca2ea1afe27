/** What the calls of the desk answer. */
export interface DeskHit {
  readonly kind: 'customer' | 'equipment' | 'paper';
  readonly id: string;
  readonly customerId: string;
  readonly title: string;
  readonly level: string;
  readonly phone: string;
  readonly hint: string;
  readonly equipmentId: string;
  readonly registerMainId: string;
}

export interface CallerMachine {
  readonly id: string;
  readonly equipmentName: string;
  readonly systemType: string;
  readonly model: string | null;
  readonly installPosition: string | null;
  readonly equipmentStatus: string;
  readonly registerMainId: string;
  readonly cover: { readonly state: 'warranty' | 'lapsed' | 'none'; readonly until: string };
}

export interface CallerHome {
  readonly id: string;
  readonly address: string;
  readonly keyNote: string | null;
  readonly warrantyEndDate: string | null;
  readonly open: number;
  readonly equipment: readonly CallerMachine[];
}

export interface OpenPaper {
  readonly id: string;
  readonly repairNo?: string;
  readonly registrationNo?: string;
  readonly repairType: string;
  readonly description?: string;
  readonly content?: string;
  readonly createTime: string;
  readonly repairStatus?: string;
  readonly registerStatus?: string;
  readonly expectDate?: string | null;
  readonly urgency: string;
}

export interface Past {
  readonly id: string;
  readonly no: string;
  readonly time: string;
  readonly status: string;
  readonly title: string;
}

export interface CallerPerson {
  readonly id: string;
  readonly customerName: string;
  readonly customerLevel: string;
  readonly phone: string;
  readonly createTime: string;
  readonly tags: string | null;
  readonly preferredSlot: string | null;
}

export interface DeskCaller {
  readonly customer: CallerPerson;
  readonly homes: readonly CallerHome[];
  readonly open: readonly OpenPaper[];
  readonly history: readonly Past[];
  readonly historyTotal: number;
}

export interface Duplicate {
  readonly id: string;
  readonly repairNo: string;
  readonly createTime: string;
  readonly description: string;
  readonly equipmentName: string;
}

export interface RepairPreview {
  readonly cover: { readonly weibao: string; readonly reason: string };
  readonly duplicates: readonly Duplicate[];
}
