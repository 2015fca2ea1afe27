/** Watches the writes of transactions and the rights that they ask; wired by tests alone. */
export interface WriteWatch {
  watch(transaction: object): void;
}
