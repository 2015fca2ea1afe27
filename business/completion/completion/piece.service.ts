import type { Row } from '#kernel/language/paper.ts';
import { question, service } from '#kernel/language/rooms/service.ts';
import type { completion } from './completion.paper.ts';

/** Makes the piece of a completion that the back office just confirmed; null where it has no process. Asked again, it answers the one there is. */
export const makePiece = service<
  { readonly completionId: string },
  { readonly pieceId: string; readonly pieceStatus: Row<typeof completion>['pieceStatus'] } | null
>('piece.make');

/** Takes the live piece of a completion away because it was opened again; refused while the piece is approved or settled. */
export const dropPiece = service<{ readonly completionId: string }>('piece.drop');

/** The number of the piece of a completion that was settled; null where none is. */
export const settledPiece = question<{ readonly completionId: string }, string | null>('piece.settled');
