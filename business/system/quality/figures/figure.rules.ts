/**
 * Where a figure is shown. `rank`: the team table is sorted by the first readable one. `bars`: the system table draws
 * and sorts by the last readable one. `wall`: the foot of the wall display. `own`: the technician's own figures.
 */
export const FIGURE_PLACES = ['tile', 'trend', 'team', 'rank', 'system', 'bars', 'wall', 'own'] as const;
export type FigurePlace = (typeof FIGURE_PLACES)[number];

export const FIGURE_UNITS = ['count', 'money', 'percent', 'minutes'] as const;
export type FigureUnit = (typeof FIGURE_UNITS)[number];
