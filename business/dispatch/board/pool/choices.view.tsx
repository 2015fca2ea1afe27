import { ChevronDown, X } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Popup } from '#kernel/web/menus/popup.tsx';
import { useT } from '#kernel/web/i18n/words.ts';

export interface BoardChoice {
  readonly key: string;
  readonly label: string;
  readonly count?: number;
}

interface ChoicesProps {
  readonly label: string;
  /** Text of the button while nothing is chosen; default: the label. */ readonly all?: string;
  readonly choices: readonly BoardChoice[];
  readonly chosen: readonly string[];
  readonly onChoose: (keys: readonly string[]) => void;
}

/** A button that opens a short list of checkboxes, and shows the chosen ones. */
export function BoardChoices({ label, all, choices, chosen, onChoose }: ChoicesProps): ReactElement {
  const t = useT();
  const [open, setOpen] = useState(false);
  const first = choices.find((one) => one.key === chosen[0])?.label ?? chosen[0];
  return (
    <span className="choices">
      <button
        type="button"
        className="chip"
        data-active={chosen.length > 0}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {chosen.length ? (
          <>
            {label}{' '}
            <b>
              {first}
              {chosen.length > 1 && ` +${chosen.length - 1}`}
            </b>
          </>
        ) : (
          (all ?? label)
        )}{' '}
        {chosen.length === 0 && <ChevronDown size={11} aria-hidden />}
      </button>
      {open && (
        <Popup label={label} onClose={() => setOpen(false)}>
          <div className="choices-list">
            {choices.length === 0 && <p className="quiet">{t(['没有可选项', 'Nothing to choose'])}</p>}
            {choices.map((one) => (
              <label key={one.key} className="tick">
                <input
                  type="checkbox"
                  checked={chosen.includes(one.key)}
                  onChange={() =>
                    onChoose(chosen.includes(one.key) ? chosen.filter((key) => key !== one.key) : [...chosen, one.key])
                  }
                />
                <span>{one.label}</span>
                {one.count !== undefined && <small className="quiet">{one.count}</small>}
              </label>
            ))}
          </div>
        </Popup>
      )}
      {chosen.length > 0 && (
        <button
          type="button"
          className="chip-clear"
          aria-label={t([`清除${label}`, `Clear ${label}`])}
          onClick={() => onChoose([])}
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}
