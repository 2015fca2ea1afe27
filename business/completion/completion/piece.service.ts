import type { Row } from '#kernel/language/paper.ts';
import { question, service } from '#kernel/language/rooms/service.ts';
import type { completion } from './completion.paper.ts';

/**
 * Creates the piecework record of a confirmed completion, and returns it; null if it contains no piecework. A
 * repeated call returns the existing record.
 */
export const makePiece = service<
  { readonly completionId: string },
  { readonly pieceId: string; readonly pieceStatus: Row<typeof completion>['pieceStatus'] } | null
>('piece.make');

/** Cancels the piecework record of a completion that is reopened. Refuses if it is approved or settled. */
export const dropPiece = service<{ readonly completionId: string }>('piece.drop');

/** Number of the settled piecework record of a completion; null if there is none. */
export const settledPiece = question<{ readonly completionId: string }, string | null>('piece.settled');
