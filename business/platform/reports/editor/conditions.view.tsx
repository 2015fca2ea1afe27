import type { Kind } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { type ReactElement, useState } from 'react';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import type { Field } from '#kernel/language/field.ts';
import { FilterChip } from '#kernel/web/list/filters/filter-chip.tsx';
import { useFilterWords } from '#kernel/web/list/filters/filters.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { ReportFilter } from '../report-file.paper.ts';
import { conditionFields } from '../report.rules.ts';
import { AddByName } from './add-by-name.view.tsx';
import { useSource } from './source.view.tsx';

const rowsIn = (value: unknown): readonly ReportFilter[] => (Array.isArray(value) ? (value as ReportFilter[]) : []);

/**
 * Join conditions with the same name into one comma list, which matches any of its values, as in the address of a list.
 */
function asFilters(rows: readonly ReportFilter[]): Record<string, string> {
  const filters: Record<string, string> = {};
  for (const { name, value } of rows) filters[name] = name in filters ? `${filters[name]},${value}` : value;
  return filters;
}

const isAbout = (key: string, name: string): boolean => key === name || key.startsWith(`${name}_`);

/**
 * Return the key of a field's condition. Text fields without a search in the list are searched by part of the text
 * here.
 */
const keyFor = (name: string, field: Field): string =>
  isSearchable(kindOf(field)) && field.filter !== 'like' ? `${name}_like` : name;

const isSearchable = ({ chosen, operators }: Kind): boolean => !chosen && operators.includes('like');

/** Editor of the conditions, with the inputs of list filters. */
export function Conditions(face: InputFace): ReactElement {
  const t = useT();
  const of = useSource(face.values);
  const [fresh, setFresh] = useState<readonly string[]>([]);
  const filters = asFilters(rowsIn(face.value));
  const fields = of ? conditionFields(of) : [];
  const shown = fields.filter(
    ([name]) => fresh.includes(name) || Object.keys(filters).some((key) => isAbout(key, name)),
  );
  const change = (part: Readonly<Record<string, string | undefined>>): void => {
    const next = Object.entries({ ...filters, ...part }).filter((one): one is [string, string] => Boolean(one[1]));
    face.onChange(next.map(([name, value]) => ({ name, value })));
  };
  return (
    <div className="report-picked">
      {shown.length > 0 && (
        <div className="report-chips">
          {shown.map(([name, field]) => (
            <FilterChip
              key={name}
              name={keyFor(name, field)}
              field={field}
              filters={filters}
              onChange={change}
              fresh={fresh.includes(name)}
              onGone={() => setFresh(fresh.filter((one) => one !== name))}
            />
          ))}
        </div>
      )}
      <AddByName
        once
        id={face.id}
        label={['加一个条件', 'Add a condition']}
        choices={fields.filter((one) => !shown.includes(one)).map(([name, field]) => [name, field.label] as const)}
        disabled={face.disabled || !of}
        describedBy={face.describedBy}
        onAdd={(name) => setFresh([...fresh, name])}
      />
      {!of && <span className="quiet">{t(['先选择数据来源', 'Choose whose rows first'])}</span>}
    </div>
  );
}

function Condition({
  name,
  field,
  filters,
}: {
  name: string;
  field: Field;
  filters: Readonly<Record<string, string>>;
}): ReactElement {
  const t = useT();
  const words = useFilterWords(keyFor(name, field), field, filters);
  return (
    <span className="report-condition">
      <span className="quiet">{t(field.label)}</span> {words}
    </span>
  );
}

/** Conditions of a stored report in words. */
export function ConditionWords({ row }: { row: WireRow }): ReactElement {
  const of = useSource(row);
  const filters = asFilters(rowsIn(row.filters));
  const fields = of
    ? conditionFields(of).filter(([name]) => Object.keys(filters).some((key) => isAbout(key, name)))
    : [];
  return (
    <>
      {fields.map(([name, field]) => (
        <Condition key={name} name={name} field={field} filters={filters} />
      ))}
    </>
  );
}
