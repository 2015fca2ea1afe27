import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { baseFields } from '#kernel/fields/base-fields.ts';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { wholeOf } from '#kernel/language/rights/readable.ts';
import { useT } from '../../i18n/words.ts';
import { filtersOfGroup } from '../../query/list-query.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';
import { searchFields, useFilterWords, withoutField } from './filters.ts';

/** Filters by field name and operator. */
type Filters = Readonly<Record<string, string>>;

/** Return the field that a filter key names: the key itself, or the key without its operator. */
const nameOf = (key: string, fields: Readonly<Record<string, Field>>): string =>
  key in fields || !key.includes('_') ? key : key.slice(0, key.lastIndexOf('_'));

/** Return the fields of all filters that are set, also of those that the search bar does not offer. */
export function filteredFields(of: AnyPaper, filters: Filters): [string, Field][] {
  const fields: Readonly<Record<string, Field>> = {
    ...baseFields,
    ...wholeOf(of).fields,
    ...Object.fromEntries(searchFields(of)),
  };
  const names = new Set(Object.keys(filters).map((key) => nameOf(key, fields)));
  return [...names].map((name) => [name, fields[name] ?? { kind: 'text', label: [name, name] }]);
}

function Chip({ label, words, onClear }: { label: string; words: string; onClear: () => void }): ReactElement {
  const t = useT();
  return (
    <button
      type="button"
      className="active-chip"
      aria-label={t([`${label} ${words}，清除`, `${label} ${words}: clear`])}
      onClick={onClear}
    >
      {label} <b>{words}</b> <X size={14} aria-hidden />
    </button>
  );
}

function FieldChip({ screen, name, field }: { screen: ListScreenState; name: string; field: Field }): ReactElement {
  const t = useT();
  const { filters, change } = screen.state;
  const words = useFilterWords(name, field, filters);
  return <Chip label={t(field.label)} words={words} onClear={() => change(withoutField(name, filters))} />;
}

function GroupChip({ screen: { of, state } }: { screen: ListScreenState }): ReactElement {
  const filters = filtersOfGroup(state.group, state.open ?? '', {});
  const [[name, field]] = filteredFields(of, filters);
  const t = useT();
  const words = useFilterWords(name, field, filters);
  return <Chip label={t(field.label)} words={words} onClear={() => state.change({ open: undefined })} />;
}

/** All conditions by which rows may be hidden in an empty list, each with a button that removes it. */
export function HidingConditions({ screen }: { screen: ListScreenState }): ReactElement {
  const t = useT();
  const { of, state, view } = screen;
  return (
    <p className="conditions">
      {view && view.key !== '' && (
        <Chip label={t(['视图', 'View'])} words={t(view.label)} onClear={() => state.change({ view: undefined })} />
      )}
      {state.keyword !== '' && (
        <Chip
          label={t(['关键字', 'Keyword'])}
          words={state.keyword}
          onClear={() => state.change({ keyword: undefined })}
        />
      )}
      {filteredFields(of, state.filters).map(([name, field]) => (
        <FieldChip key={name} screen={screen} name={name} field={field} />
      ))}
      {state.group && state.open !== null && <GroupChip screen={screen} />}
    </p>
  );
}
