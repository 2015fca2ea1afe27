/** Moves of the SAP state of a document, as its rows in the queue are sent, fail, or are skipped. */
export const SAP_MOVES = [
  ['queued', 'pushed', 'sap'],
  ['queued', 'failed', 'sap'],
  ['failed', 'queued', 'sap'],
  ['failed', 'pushed', 'sap'],
  ['failed', 'skipped', 'sap'],
] as const;
