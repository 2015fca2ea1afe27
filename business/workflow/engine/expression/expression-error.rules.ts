/** Why an expression cannot be parsed or evaluated. `tooLarge`: the text that it produces exceeds the limit. */
export type ExpressionFault =
  'tooLarge' | 'unknownSign' | 'unexpected' | 'unknownMethod' | 'unknownFunction' | 'tooDeep' | 'tooLong' | 'notClosed';

/** A fault in an expression, with the index of the first wrong character. */
export class ExpressionError extends Error {
  readonly fault: ExpressionFault;
  readonly at: number;

  constructor(fault: ExpressionFault, at: number) {
    super(`${fault} at ${at}`);
    this.fault = fault;
    this.at = at;
  }
}
