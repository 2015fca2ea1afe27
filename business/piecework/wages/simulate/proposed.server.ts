import type { AnyPaper } from '#kernel/language/paper.ts';
import { readBody, refuseProblems } from '#kernel/server';
import type { Standard } from '../../pieces/making/price-lines.rules.ts';
import { refuse } from '../../refusals.ts';
import { tiersAreSound } from '../../standards/price.rules.ts';

/**
 * Parse and check a proposed price as a form would; without dates it is always valid. Its id is its position, so that
 * later ones take precedence.
 */
export function readProposedRow(paper: AnyPaper, row: Readonly<Record<string, unknown>>, at: number): Standard {
  const { values, problems } = readBody(paper, row ?? {}, null);
  refuseProblems(problems);
  const standard = {
    difficultyCoef: '1',
    effectiveFrom: '1900-01-01',
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
    id: String(at + 1),
  } as Standard;
  if (!standard.pieceworkProcessId || !standard.unitPrice || !tiersAreSound(standard.tierRule))
    throw refuse.simulationEmpty();
  return standard;
}
