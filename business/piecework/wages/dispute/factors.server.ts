import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { pieceLine } from '../../pieces/piece-line.paper.ts';
import type { wageLine } from '../wage-line.paper.ts';
import type { DisputedFactors } from './claim.rules.ts';

/** Return the factors of a wage line: those of its piece line for piecework, else its own quantity and price. */
export async function factorsOf(reading: Reading, line: Row<typeof wageLine>): Promise<DisputedFactors> {
  const own = { qty: line.qty, unitPrice: line.unitPrice };
  if (line.wageLineType !== 'piece' || line.sourceType !== 'piece' || !line.sourceId) return own;
  const [piece] = await reading.find(pieceLine, { id: line.sourceId }, { first: 1 });
  return piece
    ? {
        qty: piece.qty,
        unitPrice: piece.unitPrice,
        difficultyCoef: piece.difficultyCoef,
        shareRatio: piece.shareRatio,
      }
    : own;
}
