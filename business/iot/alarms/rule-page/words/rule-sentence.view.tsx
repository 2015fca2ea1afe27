import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { ruleSentence } from './rule-words.rules.ts';
import { rulePartsOf } from '../draft/rule-values.rules.ts';
import { useProperties } from '../use-properties.view.tsx';

/** Show the meaning of a rule as a sentence, updated with every change in the form. */
export function RuleSentence({
  values,
}: {
  values: Readonly<Record<string, unknown>> & { readonly _names?: WireRow['_names'] };
}): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const properties = useProperties(values);
  const { createRules, clearRule } = rulePartsOf(values);
  if (createRules.length === 0) return null;
  const pieces = ruleSentence(
    {
      ...{ alarmType: String(values.alarmType ?? 'threshold'), createRules, clearRule },
      codeName: values._names?.troubleCodeId,
    },
    properties.of,
    language,
  );
  return (
    <p className="rule-sentence">
      <span className="quiet">{t(['读出来：', 'Reads: '])}</span>
      {pieces.map((one, at) =>
        one.tone ? (
          <b key={at} data-tone={one.tone}>
            {one.text}
          </b>
        ) : (
          <span key={at}>{one.text}</span>
        ),
      )}
    </p>
  );
}
