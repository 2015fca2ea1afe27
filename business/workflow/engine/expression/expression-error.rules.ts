/** Why an expression cannot be read, or worked out: the text that it makes is too large. */
export type ExpressionFault =
  'tooLarge' | 'unknownSign' | 'unexpected' | 'unknownMethod' | 'unknownFunction' | 'tooDeep' | 'tooLong' | 'notClosed';

/** A fault of an expression with the place of its first wrong letter. */
export class ExpressionError extends Error {
  readonly fault: ExpressionFault;
  readonly at: number;

  constructor(fault: ExpressionFault, at: number) {
    super(`${fault} at ${at}`);
    this.fault = fault;
    this.at = at;
  }
}
