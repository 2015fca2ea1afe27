import type { Way } from '#kernel/language/paper.ts';

/** The technician himself, where a row names him. */
export const ownTechnician: readonly Way[] = [
  { steps: [{ paper: 'technician', at: 'id', on: 'technicianId' }], person: 'userId' },
];

/** A technician's own pieces: one of their lines is his. `on` names the piece. */
export const ownPieces = (on: 'id' | 'pieceId'): readonly Way[] => [
  {
    steps: [
      { paper: 'pieceLine', at: 'pieceId', on },
      { paper: 'technician', at: 'id', on: 'technicianId' },
    ],
    person: 'userId',
  },
];
