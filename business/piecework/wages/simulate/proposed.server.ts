import type { AnyPaper } from '#kernel/language/paper.ts';
import { readBody, refuseProblems } from '#kernel/server';
import type { Standard } from '../../pieces/making/price-lines.rules.ts';
import { refuse } from '../../refusals.ts';
import { tiersAreSound } from '../../standards/price.rules.ts';

/** A price that somebody wants to try: read as the form would read it, valid at all times unless it says otherwise. Later ones win. */
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
