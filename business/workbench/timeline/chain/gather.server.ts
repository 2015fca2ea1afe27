import { stockMove } from '#business/materials/stores/stock-move.paper.ts';
import { pieceLine } from '#business/piecework/pieces/piece-line.paper.ts';
import { piece } from '#business/piecework/pieces/piece.paper.ts';
import { wageLine } from '#business/piecework/wages/wage-line.paper.ts';
import { wageSheet } from '#business/piecework/wages/wage-sheet.paper.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server/context.ts';
import { row as refuseRow } from '#kernel/server/refusals.ts';
import { completionAnnex } from '#business/completion/annexes/completion-annex.paper.ts';
import { completionSupply } from '#business/completion/supplies/completion-supply.paper.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import type { ReviewFigure } from '#business/completion/review/review-case.rules.ts';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { collection } from '#business/billing/collection/collection.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import { idFrom } from '#business/masterdata/people/visible-rows.server.ts';
import { delay } from '#business/dispatch/delay/delay.paper.ts';
import type { CasePapers } from './nodes.rules.ts';

const MOST = 500;

/** Every paper of one case, each as far as the asking person may read it. */
export interface ChainFacts extends CasePapers {
  readonly urges: readonly ReviewFigure[];
  readonly delays: readonly ReviewFigure[];
  readonly reworks: readonly ReviewFigure[];
}

const ids = (rows: readonly ReviewFigure[], field = 'id'): string =>
  [...new Set(rows.flatMap((row) => (row[field] ? [String(row[field])] : [])))].join(',');

/** One statement a paper; what he may not read is empty. */
export async function readChain(reading: Reading, orderId: string): Promise<ChainFacts> {
  const see = async (paper: AnyPaper, field: string, wanted: string): Promise<ReviewFigure[]> =>
    wanted ? ((await reading.readVisible(paper, { [`${field}_in`]: wanted }, MOST)) as ReviewFigure[]) : [];
  // Lines and photos are parts of what he was shown.
  const parts = async (paper: AnyPaper, field: string, wanted: string): Promise<ReviewFigure[]> =>
    wanted ? ((await reading.readPartsOfVisible(paper, { [`${field}_in`]: wanted }, MOST)) as ReviewFigure[]) : [];
  const [order] = await see(registration, 'id', idFrom(orderId));
  if (!order) throw refuseRow.missing({ title: registration.title });
  const of = order.id;
  const [repair] = await see(repairForm, 'id', order.repairFormId ? String(order.repairFormId) : '');
  const forms = await see(dispatchForm, 'registrationFormId', of);
  const visits = await see(visit, 'registrationFormId', of);
  const completions = await see(completion, 'registrationFormId', of);
  const done = ids(completions);
  const pieces = await see(piece, 'completionId', done);
  const wageLines = (await see(wageLine, 'sourceNo', ids(pieces, 'pieceNo'))).filter(
    (row) => row.lineStatus !== 'voided',
  );
  return {
    order,
    repair,
    forms,
    visits,
    completions,
    pieces,
    wageLines,
    crew: await parts(crewMember, 'dispId', ids(forms)),
    photos: await parts(completionAnnex, 'dispatchListId', ids(visits)),
    supplies: await parts(completionSupply, 'completionId', done),
    moves: await see(stockMove, 'billId', done),
    collects: await see(collection, 'completionId', done),
    pieceLines: await see(pieceLine, 'pieceId', ids(pieces)),
    sheets: await see(wageSheet, 'id', ids(wageLines, 'wageSheetId')),
    urges: await see(urge, 'registrationFormId', of),
    delays: await see(delay, 'dispId', ids(forms)),
    reworks: await see(registration, 'sourceRegistrationId', of),
  };
}
