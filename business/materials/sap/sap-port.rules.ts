/** A document for SAP: one movement of one item. `key` is the same at every repeat, and SAP has one document for it. */
export interface SapDocument {
  readonly key: string;
  /** The object of SAP: `OWTR`, `OIGE`, `OIGN`. */
  readonly object: string;
  readonly itemCode: string;
  readonly fromWhsCode: string | null;
  readonly toWhsCode: string | null;
  readonly qty: string;
  /** The posting day, `yyyy-MM-dd`. */
  readonly postDate: string;
  readonly billNo: string;
}

/** A document that SAP has posted. */
export interface SapPosted {
  readonly docEntry: number;
  readonly docNum: string;
  readonly lineNum: number;
}

/** A final refusal of SAP, in its words. */
export interface SapRefused {
  readonly refused: string;
}

/** The stock of an item in a warehouse of SAP. */
export interface SapBalance {
  readonly whsCode: string;
  readonly itemCode: string;
  readonly onHand: string;
}

/** A movement of an item in SAP, into a warehouse or (negative) out of it. */
export interface SapMovement {
  readonly docNum: string;
  readonly day: string;
  readonly qty: string;
}

/**
 * Interface to the stock of SAP. A temporary failure throws, and the caller repeats with the same key. `find` answers
 * the document of a key, if SAP has posted it.
 */
export interface SapPort {
  find(key: string): Promise<SapPosted | null>;
  post(document: SapDocument): Promise<SapPosted | SapRefused>;
  balances(): Promise<readonly SapBalance[]>;
  movements(whsCode: string, itemCode: string, since: string): Promise<readonly SapMovement[]>;
}
