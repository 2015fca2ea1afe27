/** Watches the writes of transactions and the rights that they check; used by tests alone. */
export interface WriteWatch {
  watch(transaction: object): void;
}
