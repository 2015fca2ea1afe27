import { isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import { indexesOf } from '#kernel/server/schema/indexes/paper-indexes.ts';
import type { Check } from '../check.ts';
import { loadRooms } from '../definitions/all-rooms.ts';

/** Maximum number of indexes of one paper, of a paper with many rows (decision 224), and of a paper on average. */
const LIMITS = { one: 19, many: 10, average: 6 } as const;

/** Are the rows of the paper many? They are lines of another paper, or their number is a `lineNumber`. */
const hasManyRows = (paper: AnyPaper, lines: ReadonlySet<string>): boolean =>
  lines.has(paper.name) || storedFields(paper).some(([, field]) => isPaperNumber(field) && field.filter === 'exact');

const flower = (name: string): object => ({ kind: 'text', label: [name, name], unique: true });
const PETALS = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`petal${at}`, flower(`花${at}`)]));
const plantedPaper = (name: string, filter: string): object => ({
  ...{ name, table: name, path: `garden/${name}`, title: [name, name], caption: 'no', rights: {} },
  fields: { no: { kind: 'paperNumber', label: ['号', 'No.'], prefix: 'R', unique: true, filter }, ...PETALS },
});
const GARDEN = { name: 'garden', papers: [plantedPaper('rose', 'exact'), plantedPaper('tulip', 'like')] };

/** Refuses papers with more indexes than the limits, because each insert pays for each index. Prints the counts. */
export const indexLimits: Check = {
  name: 'indexes of papers',
  selfTest: {
    files: { 'business/garden/room.ts': `export default ${JSON.stringify(GARDEN)};\n` },
    reported: [/rose: 1\d indexes, at most 10/, /a paper has 1\d\.\d\d indexes, at most 6/],
  },
  async look(tree) {
    const papers = (await loadRooms(tree)).flatMap((room) => room.papers as readonly AnyPaper[]);
    const byName = new Map(papers.map((paper) => [paper.name, paper]));
    const lines = new Set(
      papers.flatMap((paper) => Object.values(paper.lines ?? {}).map((one) => (one as { paper: string }).paper)),
    );
    const counts = papers
      .map((paper) => ({ paper, count: indexesOf(paper, byName).length, isMany: hasManyRows(paper, lines) }))
      .toSorted((one, other) => other.count - one.count);
    const sum = counts.reduce((total, { count }) => total + count, 0);
    const average = sum / Math.max(1, counts.length);
    const line = (all: typeof counts): string => all.map(({ paper, count }) => `${paper.name} ${count}`).join(', ');
    return {
      files: papers.length,
      note: `${sum} indexes, on average ${average.toFixed(2)} of ${LIMITS.average}`,
      table: [
        `most, of ${LIMITS.one}: ${line(counts.slice(0, 6))}`,
        `papers of many rows, of ${LIMITS.many}: ${line(counts.filter(({ isMany }) => isMany))}`,
      ],
      problems: [
        ...counts.flatMap(({ paper, count, isMany }) => {
          const most = isMany ? LIMITS.many : LIMITS.one;
          return count > most ? [`${paper.name}: ${count} indexes, at most ${most}.`] : [];
        }),
        ...(average > LIMITS.average ? [`a paper has ${average.toFixed(2)} indexes, at most ${LIMITS.average}.`] : []),
      ],
    };
  },
};
