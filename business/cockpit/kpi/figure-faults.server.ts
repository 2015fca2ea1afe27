import { kindOf } from '#kernel/fields/kinds.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import type {
  AnyFigure,
  StoredFigure,
  FigureAmount,
  FigureCondition,
  FigureGroup,
  FigureWhere,
} from '#business/system/quality/figures/figure.server.ts';
import { type Catalogue, storedNames } from './catalogue.server.ts';

const BASE = ['createTime', 'updateTime'];

/** Return the dictionary keys that a condition names. */
const wordsOf = (asked: FigureCondition): readonly string[] => {
  if (typeof asked === 'string') return [asked];
  if (typeof asked !== 'object') return [];
  return 'not' in asked ? asked.not : 'above' in asked ? [] : asked;
};

/** Return the faults of conditions: fields that the paper lacks, and keys that their dictionaries lack. */
const faultsOfWhere = (paper: AnyPaper, where: FigureWhere = {}): string[] =>
  Object.entries(where).flatMap(([name, asked]) => {
    const field = paper.fields[name];
    if (!field) return [`has no field ${name}`];
    const items = field.dictionary?.items;
    const words = wordsOf(asked as FigureCondition);
    if (words.length && !items) return [`${name} has no words`];
    return words.filter((word) => !Object.hasOwn(items ?? {}, word)).map((word) => `${name} has no word ${word}`);
  });

const faultsOfGroup = (paper: AnyPaper, group: string | FigureGroup | undefined): string[] => {
  if (group === undefined) return [];
  if (typeof group === 'string') return paper.fields[group] ? [] : [`has no field ${group}`];
  return group.links
    .filter(({ table, field }) =>
      'published' in table ? !table.published.includes(columnOf(field)) : !table.fields[field],
    )
    .map(({ table, field }) => `${table.table} does not publish ${field}`);
};

const faultsOfAmount = (paper: AnyPaper, amount: StoredFigure['num'] | StoredFigure['den']): string[] => {
  if (typeof amount !== 'object' || 'figure' in amount) return [];
  const of: FigureAmount = amount;
  if (typeof of !== 'object' || 'sql' in of) return [];
  return 'count' in of ? faultsOfWhere(paper, of.count) : paper.fields[of.sum] ? [] : [`has no field ${of.sum}`];
};

/** Return the names of the time fields that a figure uses. */
const timesOf = ({ day, bins, state }: StoredFigure): readonly string[] =>
  [
    day,
    bins && 'age' in bins ? bins.age : undefined,
    state?.oldestBy,
    state?.before?.since,
    ...(state?.before?.until ?? []),
  ].filter((one) => one !== undefined);

const isTime = (paper: AnyPaper, name: string): boolean =>
  BASE.includes(name) || (paper.fields[name] !== undefined && kindOf(paper.fields[name]).time !== undefined);

function faultsOfRows(figure: StoredFigure, paper: AnyPaper): string[] {
  const { where, state, num, den, team, system, technician, split, reads = [] } = figure;
  return [
    ...(figure.day || state ? [] : ['says no day']),
    ...faultsOfWhere(paper, where),
    ...faultsOfWhere(paper, state?.now),
    ...faultsOfWhere(paper, state?.before?.where),
    ...faultsOfAmount(paper, num),
    ...faultsOfAmount(paper, den),
    ...faultsOfGroup(paper, team),
    ...faultsOfGroup(paper, system),
    ...timesOf(figure)
      .filter((name) => !isTime(paper, name))
      .map((name) => `${name} is no day or moment`),
    ...[technician, split, ...reads].flatMap((name) =>
      name === undefined || paper.fields[name] ? [] : [`has no field ${name}`],
    ),
    ...(split && !paper.fields[split]?.dictionary ? [`${split} has no words to split by`] : []),
  ];
}

function faultsOfShare({ unit, den }: StoredFigure, { stored }: Catalogue): string[] {
  if (den === undefined) return unit === 'percent' ? ['is a share of nothing'] : [];
  return typeof den === 'object' && 'figure' in den && !stored.has(den.figure)
    ? [`is a share of ${den.figure}, which is no stored figure`]
    : [];
}

/** Return the faults of a stored figure. It needs a paper, a statement or a function from which it is counted. */
function faultsOfFigure(figure: StoredFigure, all: Catalogue): string[] {
  const { of, sql, rows } = figure;
  const isOwn = sql !== undefined || rows !== undefined;
  return [
    ...(sql && rows ? ['has a statement and a function'] : []),
    ...(of || isOwn ? [] : ['counts nothing']),
    ...(of && !isOwn ? faultsOfRows(figure, of) : []),
    ...faultsOfShare(figure, all),
  ];
}

const isLabel = (label: readonly string[] | undefined): boolean =>
  label === undefined || (label.length === 2 && label.every((one) => one.trim() !== ''));

function faultsOfFace({ name, label, short, least, limit, shareOf }: AnyFigure, { all }: Catalogue): string[] {
  return [
    ...(/^[a-z][A-Za-z]*$/.test(name) && name !== 'day' ? [] : ['is no name of a figure']),
    ...(isLabel(label) && isLabel(short) ? [] : ['lacks a label in one language']),
    ...(least > 0 ? [] : ['has no smallest change that counts']),
    ...(limit && (limit.below === undefined) === (limit.above === undefined) ? ['has no limit, or two'] : []),
    ...(shareOf && !all.some((one) => one.name === shareOf) ? [`is compared with ${shareOf}, which is no figure`] : []),
  ];
}

const twice = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, at) => names.indexOf(name) !== at)),
];

/** Return the faults of all rooms' figures, which prevent the start. */
export function figureFaults(all: Catalogue): string[] {
  const names = all.all.flatMap((one) =>
    one.kind === 'figure' && one.split ? [one.name, ...storedNames(one)] : [one.name],
  );
  const opening = all.flows.filter((one) => one.opens).length;
  return [
    ...twice(names).map((name) => `figure ${name} is there twice`),
    ...twice(all.all.map(({ sort }) => String(sort))).map((sort) => `two figures have the place ${sort}`),
    ...(all.all.length && opening !== 1 ? [`${opening} figures open a company; one does`] : []),
    ...all.all.flatMap((one) =>
      [
        ...faultsOfFace(one, all),
        ...(one.kind === 'figure'
          ? faultsOfFigure(one, all)
          : Object.keys(one.of)
              .filter((name) => !all.stored.has(name))
              .map((name) => `is made of ${name}, which is no stored figure`)),
      ].map((fault) => `figure ${one.name}: ${fault}`),
    ),
  ];
}

/** Return the catalogue; throw if a figure has a fault. */
export function assertFigures(all: Catalogue): Catalogue {
  const faults = figureFaults(all);
  if (faults.length) throw new Error(faults.join('; '));
  return all;
}
