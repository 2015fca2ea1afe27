import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import type { ReactElement } from 'react';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import { buttonOf } from '#kernel/language/paper.ts';
import { useAllPapers } from '#kernel/web/registry/papers.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useButtons } from '#kernel/web/session/buttons.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { reportShape } from '../../dictionaries.ts';
import { type ReportColumn, type Measure, reportFile } from '../report-file.paper.ts';
import { canOrder, groupFields, keyOf, measureLabel, measuresOf } from '../report.rules.ts';
import type { LabelledNames } from './add-by-name.view.tsx';
import { labelOf, useSource } from './source.view.tsx';

function Choose({
  face,
  choices,
  empty,
}: {
  face: InputFace;
  choices: LabelledNames;
  empty: readonly [string, string];
}): ReactElement {
  const t = useT();
  return (
    <ChoiceBox
      id={face.id}
      look="report-choice"
      disabled={face.disabled}
      invalid={face.invalid}
      describedBy={face.describedBy}
      value={String(face.value ?? '')}
      items={[{ key: '', label: t(empty) }, ...choices.map(([name, label]) => ({ key: name, label: t(label) }))]}
      onLeave={face.onBlur}
      onChange={(key) => face.onChange(key || null)}
    />
  );
}

const PLEASE = ['请选择', 'Choose'] as const;

/** Choice of the paper of a report, among those whose rows the person may read. */
export function Source(face: InputFace): ReactElement {
  const buttons = useButtons();
  const t = useT();
  const papers = useAllPapers().filter(
    (of) => of.menu && of.name !== reportFile.name && buttons.has(buttonOf(of, 'view')),
  );
  return (
    <Choose
      face={face}
      empty={PLEASE}
      choices={papers
        .map((of) => [of.name, of.title] as const)
        .toSorted((one, other) => t(one[1]).localeCompare(t(other[1]), 'zh-CN'))}
    />
  );
}

/** Buttons that choose the shape of a report: a list of rows, or groups. */
export function Shape(face: InputFace): ReactElement {
  const t = useT();
  const items = useDictionary(reportShape);
  return (
    <div id={face.id} className="report-shape" role="group" aria-label={t(['形式', 'Form'])} tabIndex={-1}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          className="choice"
          disabled={face.disabled}
          aria-pressed={face.value === item.key}
          onClick={() => face.onChange(item.key)}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}

export const GroupChoice = (face: InputFace): ReactElement => {
  const of = useSource(face.values);
  return <Choose face={face} empty={PLEASE} choices={of ? groupFields(of) : []} />;
};

export const Then = (face: InputFace): ReactElement => {
  const of = useSource(face.values);
  return (
    <Choose
      face={face}
      empty={['不再分', 'Not divided']}
      choices={of ? groupFields(of).filter(([name]) => name !== face.values.groupBy) : []}
    />
  );
};

/** Choice of the order: groups by their name or a measure, a list by one of its columns. */
export function OrderChoice(face: InputFace): ReactElement {
  const of = useSource(face.values);
  const { shape, measures, columns } = face.values as {
    shape?: string;
    measures?: readonly Measure[];
    columns?: readonly ReportColumn[];
  };
  const ofGroups = (): LabelledNames => [
    ['group', ['分组', 'The group']],
    ...measuresOf({ measures }).map(
      (one): LabelledNames[number] => [keyOf(one), of ? measureLabel(of, one) : ['数量', 'Rows']] as const,
    ),
  ];
  const choices: LabelledNames =
    shape === 'list'
      ? (columns ?? [])
          .filter((one) => of && canOrder(of, one.name))
          .map((one): LabelledNames[number] => [one.name, labelOf(of, one.name)])
      : ofGroups();
  return (
    <Choose
      face={face}
      empty={shape === 'list' ? ['最新在前', 'Newest first'] : ['自动', 'As fits']}
      choices={choices}
    />
  );
}
