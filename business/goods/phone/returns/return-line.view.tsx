import type { ReactElement } from 'react';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { materialStatus } from '#business/materials/dictionaries.ts';
import { returnReason } from '../../dictionaries.ts';
import type { ReturnReason } from '../../returns/proposed-lines.rules.ts';
import { ForMaker } from './for-maker.view.tsx';
import { type DraftLine, changedLine, openChoices, withReason, withSerial } from './return-draft.rules.ts';
import { Stepper } from '../parts/stepper.view.tsx';

interface Props {
  readonly line: DraftLine;
  readonly lines: readonly DraftLine[];
  readonly put: (lines: DraftLine[]) => void;
}

/** The serial numbers of a line; a tap chooses one, or leaves it out. */
function Serials({ line, lines, put }: Props): ReactElement {
  const t = useT();
  return (
    <span className="goods-serials" role="group" aria-label={t(['序列号', 'Serial nos.'])}>
      {openChoices(lines, line).map((serial) => (
        <button
          key={serial}
          type="button"
          aria-pressed={line.serials.includes(serial)}
          onClick={() => put(withSerial(lines, line, serial))}
        >
          {serial}
        </button>
      ))}
    </span>
  );
}

function Reason({ line, lines, put }: Props): ReactElement {
  const t = useT();
  const items = useDictionary(returnReason);
  const label = `${t(['退料原因', 'Reason'])} ${line.itemName}`;
  return (
    <span className="day-supply-more">
      <ChoiceBox
        label={label}
        value={line.reason}
        items={items.map((one) => ({ key: one.key, label: one.label }))}
        onChange={(key) => put(withReason(lines, line, key as ReturnReason))}
      />
    </span>
  );
}

/** A line of a return: its quantity or serial numbers, and the reason once it is chosen. */
export function ReturnLineRow({ line, lines, put }: Props): ReactElement {
  const t = useT();
  const [qty, max] = [Number(line.qty), Number(line.max)];
  return (
    <li className="day-supply" data-line={line.key} data-chosen={qty > 0 || undefined}>
      <span>
        <b>{line.itemName}</b>
        <small>
          {line.itemCode} · <KeyWord of={materialStatus} value={line.stockStatus} />
          {t(line.note) && ` · ${t(line.note)}`} · {t([`可退 ${max}`, `${max} can go back`])}
        </small>
        <ForMaker maker={line.maker} />
        {line.isSerial && <Serials line={line} lines={lines} put={put} />}
        {qty > 0 && !line.completionSuppliesId && <Reason line={line} lines={lines} put={put} />}
      </span>
      {line.isSerial ? (
        <b className="goods-count" aria-live="polite">
          {qty}
        </b>
      ) : (
        <Stepper
          value={qty}
          isLeast={qty <= 0}
          isMost={qty >= max}
          name={line.itemName}
          onStep={(by) => put(changedLine(lines, line, by))}
        />
      )}
    </li>
  );
}
