import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import {
  type CommandInput,
  choicesOfInput,
  partInputs,
  permittedWords,
  typedParts,
  withPart,
} from './settable.rules.ts';
import './value-input.css';

interface ValueProps {
  readonly of: CommandInput;
  readonly value: string;
  readonly onType: (value: string) => void;
}

/** The control of one value without its label: a choice, or a text. */
function ValueBox({ of, value, onType, isFirst = false }: ValueProps & { isFirst?: boolean }): ReactElement {
  const t = useT();
  const choices = choicesOfInput(of);
  if (choices)
    return (
      <ChoiceBox
        label={t(of.label)}
        value={value}
        items={choices.map(([key, label]) => ({ key, label: t(label) }))}
        onChange={onType}
      />
    );
  return (
    <input
      className="plain-input"
      aria-label={t(of.label)}
      inputMode={of.dataType === 'text' ? 'text' : 'decimal'}
      autoFocus={isFirst}
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

/** The input of one value, by its type: a choice, a number with its range, or an input for each part of a structure. */
export function ValueInput({ of, value, onType }: ValueProps): ReactElement {
  const t = useT();
  const parts = partInputs(of);
  const head = (
    <span>
      {t(of.label)} <small className="quiet">{permittedWords(of)}</small>
    </span>
  );
  if (parts)
    return (
      <fieldset className="value-parts">
        <legend>{head}</legend>
        {parts.map((part) => (
          <ValueInput
            key={part.name}
            of={part}
            value={typedParts(value)[part.name] ?? ''}
            onType={(next) => onType(withPart(of, value, part.name, next))}
          />
        ))}
      </fieldset>
    );
  return (
    <label className="plain-field">
      {head}
      <ValueBox of={of} value={value} onType={onType} />
    </label>
  );
}

/** The input of one value in a row that names it already. */
export function BareValueInput(props: ValueProps): ReactElement {
  return partInputs(props.of) ? <ValueInput {...props} /> : <ValueBox {...props} isFirst />;
}
