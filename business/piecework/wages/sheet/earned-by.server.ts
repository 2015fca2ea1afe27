import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { pieceLine } from '../../pieces/piece-line.paper.ts';
import { piece } from '../../pieces/piece.paper.ts';
import type { wageLine } from '../wage-line.paper.ts';

/** The customer and the work of a line of a sheet, in words. */
export interface EarnedBy {
  readonly customer: string;
  readonly work: string;
}

/** Return the rows of these ids within the reader's permission. */
const rowsOf = async <P extends AnyPaper>(
  reading: Reading,
  paper: P,
  ids: readonly (string | null | undefined)[],
): Promise<AnsweredRow<P>[]> => {
  const known = [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))];
  return known.length ? reading.visible(paper, { match: { id: known } }).words({ limit: known.length }) : [];
};

/** Return customer and work by the id of each line, within the reader's permission. */
export async function earnedByOf(
  reading: Reading,
  lines: readonly Pick<AnsweredRow<typeof wageLine>, 'id' | 'wageLineType' | 'sourceId'>[],
): Promise<Record<string, EarnedBy>> {
  const sources = (type: string): (string | null | undefined)[] =>
    lines.filter((one) => one.wageLineType === type).map((one) => one.sourceId);
  const own = await rowsOf(reading, pieceLine, sources('piece'));
  const pieces = await rowsOf(
    reading,
    piece,
    own.map((one) => one.pieceId),
  );
  const trips = await rowsOf(reading, completion, sources('mileage'));
  const customers = new Map([...pieces, ...trips].map((one) => [one.id, one.customerName ?? '']));
  const byLine = new Map(own.map((one) => [one.id, one]));
  return Object.fromEntries(
    lines.flatMap((line): [string, EarnedBy][] => {
      const from = byLine.get(line.sourceId ?? '');
      const customer = customers.get(from?.pieceId ?? line.sourceId ?? '') ?? '';
      const work = from?._names?.pieceworkProcessId ?? '';
      return customer || work ? [[line.id, { customer, work }]] : [];
    }),
  );
}
