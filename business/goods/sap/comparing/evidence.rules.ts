import { stepsOf } from '#kernel/language/exact.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import type { OwnMove, SapMove } from '../sap-flow.calls.ts';

/** A line of the evidence: a movement of ours, of SAP, or the same one on both sides. */
export interface EvidencePair {
  readonly day: string;
  readonly ours: OwnMove | null;
  readonly sap: SapMove | null;
}

/**
 * Place the movements of both sides beside each other by the number of the document of SAP. Rows without a number are
 * placed by equal quantities. The oldest are first.
 */
export function paired(ours: readonly OwnMove[], sap: readonly SapMove[]): EvidencePair[] {
  const left = [...sap];
  const taken = (fits: (one: SapMove) => boolean): SapMove | null => {
    const at = left.findIndex(fits);
    return at < 0 ? null : left.splice(at, 1)[0];
  };
  const isEqual = (move: OwnMove, one: SapMove): boolean => stepsOf(move.qty, QTY) === stepsOf(one.qty, QTY);
  const numbered = new Map(
    ours.flatMap((move) => {
      const docNum = move.flow?.docNum;
      const found = docNum ? taken((one) => one.docNum === docNum && isEqual(move, one)) : null;
      return found ? [[move, found] as const] : [];
    }),
  );
  const oldest = ours.toReversed();
  const pairs = oldest.map((move): EvidencePair => {
    const isOpen = !numbered.has(move) && move.flow !== null && move.flow.docNum === '';
    return {
      day: move.day,
      ours: move,
      sap: numbered.get(move) ?? (isOpen ? taken((one) => isEqual(move, one)) : null),
    };
  });
  return [...pairs, ...left.map((one) => ({ day: one.day, ours: null, sap: one }))].toSorted((a, b) =>
    a.day === b.day ? 0 : a.day < b.day ? -1 : 1,
  );
}
