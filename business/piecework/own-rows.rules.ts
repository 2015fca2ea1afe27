import type { ReferencePath } from '#kernel/language/paper.ts';

/** Path from a row to its owner: the user of its technician. */
export const ownTechnicianRow: readonly ReferencePath[] = [
  { steps: [{ paper: 'technician', at: 'id', on: 'technicianId' }], person: 'userId' },
];

/**
 * Path from a piece to its owners: the users of the technicians of its lines. `on` is the column with the piece's id.
 */
export const ownPieces = (on: 'id' | 'pieceId'): readonly ReferencePath[] => [
  {
    steps: [
      { paper: 'pieceLine', at: 'pieceId', on },
      { paper: 'technician', at: 'id', on: 'technicianId' },
    ],
    person: 'userId',
  },
];
