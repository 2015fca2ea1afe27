import { listTitleOf } from '#kernel/language/plural.ts';
import { lowered } from '#kernel/language/label.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { readList } from '../../registry/paper-calls.ts';
import { findPaper, useReadable } from '../../registry/papers.ts';
import type { WireRow } from '../../registry/rows.ts';
import { tableColumnsOf } from '../../table/columns.ts';
import { useLanguage, useT } from '../../i18n/words.ts';

export interface Lines {
  /** Name of the lines in the definition of their header. */ readonly name: string;
  readonly paper: AnyPaper;
  readonly parent: string;
}

/** Return the first kind of lines of a paper; undefined if it has none. */
export function firstLines(of: AnyPaper): Lines | undefined {
  const [[name, line] = []] = Object.entries(of.lines ?? {}) as [string, { paper: string; parent: string }][];
  const paper = line && findPaper(line.paper);
  return name && paper ? { name, paper, parent: line.parent } : undefined;
}

const MOST = 100;

/** Return whether another column shows the same caption in every row, so that this reference can be left out. */
const isNamed = (name: string, shown: readonly { readonly key: string }[], rows: readonly WireRow[]): boolean =>
  rows.every((row) => row._names?.[name]) &&
  shown.some((other) => other.key !== name && rows.every((row) => row[other.key] === row._names?.[name]));

/** The lines of a row as a small table below it. They are read here, unless `rows` contains them. */
export function ChildRows({ lines, id, rows }: { lines: Lines; id: string; rows?: readonly WireRow[] }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const seen = useReadable(lines.paper);
  const { data, isPending } = useQuery({
    enabled: rows === undefined,
    queryKey: ['list', lines.paper.name, { [lines.parent]: id }, language],
    queryFn: ({ signal }) => readList(lines.paper, { [`${lines.parent}_equal`]: id, size: MOST }, signal),
  });
  if (isPending && !rows) return <i className="skeleton" style={{ width: 200 }} />;
  const shownRows = rows ?? data?.records ?? [];
  if (!shownRows.length)
    return (
      <span className="quiet">{t([`没有${lines.paper.title[0]}`, `No ${lowered(listTitleOf(lines.paper)[1])}`])}</span>
    );
  const shown = tableColumnsOf(seen, {}, [], language).shown.filter(
    (column) => column.key !== lines.parent && column.key !== 'createTime',
  );
  const columns = shown.filter((column) => !isNamed(column.key, shown, shownRows));
  return (
    <table className="child-rows" aria-label={t(listTitleOf(lines.paper))}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={column.end ? 'end' : ''}>
              {t(column.label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shownRows.map((row) => (
          <tr key={row.id}>
            {columns.map((column) => (
              <td key={column.key} className={column.end ? 'end' : ''} data-label={t(column.label)}>
                {column.cell(row, language)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
