import { createContext, use } from 'react';
import type { ShownFigure, Tile } from '../kpi/kpi.calls.ts';

/** The descriptions of the page's figures, in their order. */
export const FigureFaces = createContext<readonly ShownFigure[]>([]);

type FigurePlace = ShownFigure['shown'][number];

/** Return the figures of the page, and functions that find one or those of a place. */
export function useFaces(): {
  readonly faceOf: (metric: string) => ShownFigure | undefined;
  readonly shownIn: (place: FigurePlace) => readonly ShownFigure[];
} {
  const faces = use(FigureFaces);
  return {
    faceOf: (metric) => faces.find((one) => one.metric === metric),
    shownIn: (place) => faces.filter((one) => one.shown.includes(place)),
  };
}

/** Return the figures that have a tile in the answer; others cannot be read by this person. */
export const withTile = (faces: readonly ShownFigure[], tiles: readonly Tile[]): readonly ShownFigure[] =>
  faces.filter((one) => tiles.some((tile) => tile.metric === one.metric));

/** Is a value below or above its limit? */
export const isBeyond = (limit: ShownFigure['limit'], value: number | null): boolean =>
  limit !== null &&
  value !== null &&
  ((limit.below !== null && value < limit.below) || (limit.above !== null && value > limit.above));
