import { visibleTo } from '#kernel/language/permission.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { mustGet } from '#kernel/language/must.ts';
import { type Reading, addedTo } from '#kernel/server';
import type { FigurePlace } from '#business/system/quality/figures/figure.rules.ts';
import { type AnyFigure, type StoredFigure, cockpitFigures } from '#business/system/quality/figures/figure.server.ts';
import type { ShownFigure } from './kpi.calls.ts';
import type { Metric, Narrowing } from './metrics.rules.ts';

/**
 * The figures of all rooms in their order. `stored` are those with rows of their own: `flows` are summed over days,
 * `states` hold at the end of a day.
 */
export interface Catalogue {
  readonly all: readonly AnyFigure[];
  readonly stored: ReadonlyMap<string, StoredFigure>;
  readonly flows: readonly StoredFigure[];
  readonly states: readonly StoredFigure[];
}

/** Put the figures of all rooms in their order. */
export function catalogue(figures: readonly AnyFigure[]): Catalogue {
  const all = figures.toSorted((one, other) => one.sort - other.sort);
  const stored = all.filter((one) => one.kind === 'figure');
  return {
    all,
    stored: new Map(stored.map((one) => [one.name, one])),
    flows: stored.filter((one) => !one.state),
    states: stored.filter((one) => one.state),
  };
}

export const catalogueOf = (reading: Pick<Reading, 'contributions'>): Catalogue =>
  catalogue(reading.contributions(cockpitFigures));

/** Return the catalogue before any request exists, while the rooms are assembled. */
export const catalogueIn = (assembled: Parameters<typeof addedTo>[0]): Catalogue =>
  catalogue(addedTo(assembled, cockpitFigures));

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Return the names under which a figure is stored: one, or with `split` one for each value of that field. */
export const storedNames = ({ name, split, of }: StoredFigure): readonly string[] =>
  split ? Object.keys(of?.fields[split].dictionary?.items ?? {}).map((word) => name + capital(word)) : [name];

/**
 * Return the stored figures from which a figure is computed: those that a derived one adds up, else itself and its
 * divisor.
 */
export function storedPartsOf({ stored }: Catalogue, figure: AnyFigure): readonly StoredFigure[] {
  if (figure.kind === 'derived') return Object.keys(figure.of).map((name) => mustGet(stored, name));
  const { den } = figure;
  return typeof den === 'object' && 'figure' in den ? [figure, mustGet(stored, den.figure)] : [figure];
}

/** Are the rows of a stored figure grouped by team, or by system? */
const tells = (figure: StoredFigure, group: 'team' | 'system'): boolean =>
  figure[group] !== undefined || (figure.by?.includes(group) ?? false);

/** Return the groups by which a figure cannot be divided, because one of its stored figures is not grouped by them. */
export const lacksOf = (all: Catalogue, figure: AnyFigure): Metric['lacks'] =>
  (['team', 'system'] as const).filter((group) => !storedPartsOf(all, figure).every((part) => tells(part, group)));

/** Return how a figure is computed from stored figures: unit, parts with their signs, and the groups that it lacks. */
export const metricOf = (all: Catalogue, figure: AnyFigure): Metric => ({
  name: figure.name,
  unit: figure.unit,
  good: figure.good,
  least: figure.least,
  isState: figure.kind === 'figure' && figure.state !== undefined,
  byHour: figure.kind === 'figure' && figure.bins !== undefined && 'hour' in figure.bins,
  of:
    figure.kind === 'derived'
      ? figure.of
      : Object.fromEntries(storedPartsOf(all, figure).flatMap((part) => storedNames(part).map((name) => [name, 1]))),
  lacks: lacksOf(all, figure),
  ...(figure.provisionalDays !== undefined && { provisionalDays: figure.provisionalDays }),
});

/** Can the figure be computed for the chosen team and system? */
export const hasValueFor = ({ lacks }: Pick<Metric, 'lacks'>, { team, system }: Narrowing): boolean =>
  !(team && lacks.includes('team')) && !(system && lacks.includes('system'));

/** May the caller see the fields from which a stored figure is counted? */
const readsFields = (reading: Reading, { of, reads = [] }: StoredFigure): boolean =>
  of === undefined || reads.every((field) => field in visibleTo(reading.person, of).fields);

/**
 * May the caller see a figure? All its stored figures need the view right of their paper, their further buttons, and
 * their counted fields.
 */
export const mayRead = (reading: Reading, all: Catalogue, figure: AnyFigure): boolean =>
  storedPartsOf(all, figure).every(
    (part) =>
      (part.of === undefined || reading.may(buttonOf(part.of, 'view'))) &&
      (part.needs ?? []).every((button) => reading.may(button)) &&
      readsFields(reading, part),
  );

/** May technicians see the figure about themselves? It needs no right to the list, only to the counted fields. */
export const mayReadOwn = (reading: Reading, all: Catalogue, figure: AnyFigure): boolean =>
  storedPartsOf(all, figure).every((part) => readsFields(reading, part));

/**
 * Return the name of the bin that holds the number of rows, if the figure is derived and computed from numbers of rows;
 * else undefined.
 */
export function rowsBinOf(all: Catalogue, figure: AnyFigure): string | undefined {
  if (figure.kind === 'figure' || figure.takes !== 'rows') return undefined;
  const bins = storedPartsOf(all, figure)[0]?.bins;
  return bins && 'rows' in bins ? bins.rows : undefined;
}

export const isShownIn = (figure: AnyFigure, place: FigurePlace): boolean => figure.shown.includes(place);

/** Return the stored figures that are incomplete for a span with this last day, with the names of their notes. */
export async function unfinishedFigures(
  reading: Reading,
  { stored }: Catalogue,
  to: string,
): Promise<ReadonlyMap<string, string>> {
  const open = new Map<string, string>();
  for (const { name, whole } of stored.values())
    if (whole && !(await whole.isWhole(reading, to))) open.set(name, whole.fact);
  return open;
}

/** Return the description of a figure that pages show. */
export function figureFaceOf(all: Catalogue, figure: AnyFigure): ShownFigure {
  const { label, short = label, unit, good, least, shown, provisionalDays, limit, shareOf } = figure;
  const pending = storedPartsOf(all, figure).find((part) => part.whole)?.whole;
  const bins = figure.kind === 'figure' ? figure.bins : undefined;
  return {
    metric: figure.name,
    label,
    short,
    unit,
    good,
    least,
    shown,
    provisionalDays: provisionalDays ?? null,
    limit: limit ? { below: limit.below ?? null, above: limit.above ?? null } : null,
    shareOf: shareOf ?? null,
    fact: bins && 'age' in bins ? bins.fact : null,
    pending: pending ? { name: pending.fact, label: pending.label } : null,
  };
}
