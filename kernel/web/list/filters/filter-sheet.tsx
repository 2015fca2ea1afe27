import { ChevronRight } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { inputOf } from '#kernel/fields/inputs.view.tsx';
import { asList } from '#kernel/fields/faces.view.tsx';
import type { Field } from '#kernel/language/field.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { useDictionary } from '../../pickers/dictionaries.ts';
import { useT } from '../../i18n/words.ts';
import { counted } from '../../i18n/plural.ts';
import { searchFields, useFilterWords } from './filters.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';

/** Choices as large buttons, four in a row, for a phone. */
function Choices({ screen, name, field }: { screen: ListScreenState; name: string; field: Field }): ReactElement {
  const t = useT();
  const items = useDictionary(field.dictionary);
  const chosen = asList(screen.state.filters[name]);
  const [all, setAll] = useState(false);
  const shown = all || items.length <= 8 ? items : items.slice(0, 7);
  const press = (key: string): void =>
    screen.state.change({
      [name]: (chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]).join(',') || undefined,
    });
  return (
    <fieldset className="sheet-choices">
      <legend>{t(field.label)}</legend>
      <div>
        {shown.map((item) => (
          <button
            key={item.key}
            type="button"
            className="choice"
            aria-pressed={chosen.includes(item.key)}
            onClick={() => press(item.key)}
          >
            {item.label}
          </button>
        ))}
        {shown.length < items.length && (
          <button type="button" className="choice" onClick={() => setAll(true)}>
            {t([`更多 ${items.length - shown.length}`, `${items.length - shown.length} more`])}
          </button>
        )}
      </div>
    </fieldset>
  );
}

function Line({ screen, name, field }: { screen: ListScreenState; name: string; field: Field }): ReactElement {
  const t = useT();
  const [open, setOpen] = useState(false);
  const words = useFilterWords(name, field, screen.state.filters);
  const { Search } = inputOf(field);
  return (
    <div className="sheet-line">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="quiet">{t(field.label)}</span>
        <b>{words || t(['全部', 'All'])}</b>
        <ChevronRight size={18} aria-hidden />
      </button>
      {open && (
        <Search
          name={name}
          field={field}
          filters={screen.state.filters}
          onChange={(part) => screen.state.change(part)}
        />
      )}
    </div>
  );
}

/** The filters on a phone. The button that closes them shows how many rows match. */
export function FilterSheet({ screen, onClose }: { screen: ListScreenState; onClose: () => void }): ReactElement {
  const t = useT();
  const fields = searchFields(screen.of);
  const state = screen.of.lifecycle?.field;
  const asChoices = fields.filter(([name, field], at) => field.dictionary && (name === state || at < 5));
  const asLines = fields.filter((one) => !asChoices.includes(one));
  const total = screen.rows.page?.total;
  const foot = (
    <>
      <button
        type="button"
        className="button large"
        onClick={() => {
          screen.show('view');
          onClose();
        }}
      >
        {t(['存为视图', 'Save as view'])}
      </button>
      <button type="button" className="button strong large" onClick={onClose}>
        {total === undefined || screen.rows.dim
          ? t(['看结果', 'Show'])
          : t([`看 ${total} 条`, `Show ${counted(total, 'row')}`])}
      </button>
    </>
  );
  return (
    <Dialog
      title={
        <span className="sheet-title">
          {t(['筛选', 'Filters'])}
          <button
            type="button"
            className="link"
            onClick={() =>
              screen.state.change(
                Object.fromEntries(Object.keys(screen.state.filters).map((name) => [name, undefined])),
              )
            }
          >
            {t(['清空', 'Clear'])}
          </button>
        </span>
      }
      onClose={onClose}
      foot={foot}
    >
      {asChoices.map(([name, field]) => (
        <Choices key={name} screen={screen} name={name} field={field} />
      ))}
      {asLines.map(([name, field]) => (
        <Line key={name} screen={screen} name={name} field={field} />
      ))}
    </Dialog>
  );
}
