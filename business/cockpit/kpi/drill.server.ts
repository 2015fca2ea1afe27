import { kindOf } from '#kernel/fields/kinds.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { extension } from '#kernel/server';
import type {
  AnyFigure,
  StoredFigure,
  FigureCondition,
  FigureGroup,
} from '#business/system/quality/figures/figure.server.ts';
import type { Catalogue } from './catalogue.server.ts';
import { filterSql } from './count/figure-sql.server.ts';
import type { Narrowing } from './metrics.rules.ts';

type Query = Readonly<Record<string, string>>;
type Group = 'team' | 'system';

/** Filters that `drillFilters` adds to lists whose rows have no team or system field of their own. */
const FILTERS = { team: 'orderTeam', system: 'orderSystem' } as const;

const filterOf = (group: Group, of: string | FigureGroup): string => (typeof of === 'string' ? of : FILTERS[group]);

/** Return a condition of a figure as a filter of the paper's list. */
function filterFor({ of }: StoredFigure, [field, one]: readonly [string, FigureCondition]): Query {
  if (typeof one === 'string') return { [field]: one };
  if (typeof one === 'boolean') return { [field]: one ? '1' : '0' };
  if ('above' in one) return { [`${field}_gt`]: String(one.above) };
  if (!('not' in one)) return { [field]: one.join(',') };
  const words = Object.keys(of?.fields[field].dictionary?.items ?? {});
  return { [field]: words.filter((word) => !one.not.includes(word)).join(',') };
}

/** Return the days of a span as filters of the paper's list. */
function daysIn({ of, day }: StoredFigure, from: string, to: string): Query {
  if (!day) return {};
  const field = of?.fields[day];
  return field && kindOf(field).time === 'day'
    ? { [`${day}_ge`]: from, [`${day}_le`]: to }
    : { [`${day}_dategt`]: from, [`${day}_datelt`]: to };
}

const groupIn = (figure: StoredFigure, group: Group, key: string | null): Query | null => {
  const of = figure[group];
  if (!key) return {};
  return of === undefined ? null : { [filterOf(group, of)]: key };
};

/**
 * Return address and filters of the list whose rows add up to a figure. Null for a derived figure, one without a list,
 * or one that lacks the chosen group.
 */
export function drillOf(
  figure: AnyFigure,
  { from, to, team, system }: Narrowing & { readonly from: string; readonly to: string },
): { path: string; query: Query } | null {
  if (figure.kind === 'derived' || !figure.of?.menu) return null;
  const [ofTeam, ofSystem] = [groupIn(figure, 'team', team), groupIn(figure, 'system', system)];
  if (!ofTeam || !ofSystem) return null;
  const where = Object.entries(figure.state?.now ?? figure.where ?? {}) as [string, FigureCondition][];
  return {
    path: figure.of.menu.path,
    query: {
      ...Object.assign({}, ...where.map((one) => filterFor(figure, one))),
      ...(figure.state?.oldestBy && { ascs: figure.state.oldestBy }),
      ...daysIn(figure, from, to),
      ...ofTeam,
      ...ofSystem,
    },
  };
}

/** Return extensions that add filters by team and system to lists whose rows refer to them. */
export function drillFilters({ stored }: Catalogue): ReturnType<typeof extension>[] {
  const filters = new Map<AnyPaper, Record<string, { sql: string; reads: FigureGroup['reads'] }>>();
  for (const { of, ...groups } of stored.values())
    for (const group of ['team', 'system'] as const) {
      const linked = groups[group];
      if (!of || typeof linked !== 'object') continue;
      filters.set(of, {
        ...filters.get(of),
        [FILTERS[group]]: { reads: linked.reads, sql: filterSql(linked) },
      });
    }
  return [...filters].map(([paper, added]) => extension(paper, { filters: added }));
}
