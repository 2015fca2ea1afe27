import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { LintFinding } from '../../model/design/design.calls.ts';
import type { Drawing } from '../canvas/modeler-parts.rules.ts';
import type { Checks } from './use-checks.view.tsx';

const nameOf = (drawing: Drawing | null, node: string): string => {
  const element = node ? drawing?.get('elementRegistry').get(node) : undefined;
  return element?.businessObject.name || node;
};

/** The list of findings, errors first. Each selects its node when it is clicked. */
export function DrawingFindings({
  checks: { checked, isStale },
  drawing,
  at,
  onGo,
}: {
  checks: Checks;
  drawing: Drawing | null;
  at: number;
  onGo: (finding: LintFinding, index: number) => void;
}): ReactElement {
  const t = useT();
  const findings = checked ? ordered(checked.findings) : [];
  const errors = findings.filter(({ level }) => level === 'error').length;
  const doubts = findings.length - errors;
  return (
    <section className="design-checks" aria-label={t(['检查', 'Checks'])} data-stale={isStale}>
      <header>
        <h2>{t(['检查', 'Checks'])}</h2>
        {errors > 0 && <span className="pill red">{t([`${errors} 错`, `${errors} wrong`])}</span>}
        {doubts > 0 && <span className="pill amber">{t([`${doubts} 提醒`, `${doubts} doubtful`])}</span>}
        <span className="spring" />
        {checked && (
          <small className="quiet">
            {t([`${checked.passed} 条过了`, `${checked.passed} rules passed`])}{' '}
            <span className="design-key">
              <kbd>F8</kbd> {t(['下一条', 'next'])}
            </span>
          </small>
        )}
      </header>
      {checked && findings.length === 0 && (
        <p className="design-fine">
          <CircleCheck size={16} aria-hidden />
          {t(['没有发现问题，可以部署', 'Nothing found: it can be deployed'])}
        </p>
      )}
      <ul>
        {findings.map((one, index) => (
          <li key={`${one.code} ${one.node} ${one.detail}`} data-at={index === at} data-level={one.level}>
            {one.level === 'error' ? <CircleAlert size={16} aria-hidden /> : <TriangleAlert size={16} aria-hidden />}
            <span>
              <b>{nameOf(drawing, one.node) || t(['整个流程', 'The whole process'])}</b>
              <small>{one.message}</small>
            </span>
            {one.node && (
              <button type="button" className="link" onClick={() => onGo(one, index)}>
                {t(['去改', 'Mend'])}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Return errors before warnings, each in the order of the rules. */
export const ordered = (findings: readonly LintFinding[]): LintFinding[] => [
  ...findings.filter(({ level }) => level === 'error'),
  ...findings.filter(({ level }) => level !== 'error'),
];
