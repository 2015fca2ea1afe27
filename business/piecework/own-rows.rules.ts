import type { ReferencePath } from '#kernel/language/paper.ts';

/** The technician himself, where a row names him. */
export const ownTechnicianRow: readonly ReferencePath[] = [
  { steps: [{ paper: 'technician', at: 'id', on: 'technicianId' }], person: 'userId' },
];

/** A technician's own pieces: one of their lines is his. `on` names the piece. */
export const ownPieces = (on: 'id' | 'pieceId'): readonly ReferencePath[] => [
  {
    steps: [
      { paper: 'pieceLine', at: 'pieceId', on },
      { paper: 'technician', at: 'id', on: 'technicianId' },
    ],
    person: 'userId',
  },
];
