import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { Label } from '#kernel/language/label.ts';
import type { CheckedPiece } from '../pieces/audit/audit.calls.ts';
import { captionIn, textOf } from './row-text.rules.ts';
import type { Audit } from './use-audit.view.tsx';

/** Texts with which the auditor sends a piece back, for flags that only the crew can put right. */
const requestOf: Readonly<Record<string, { readonly label: Label; readonly words: Label }>> = {
  photo: { label: ['要求补拍', 'Ask for photos'], words: ['请补拍', 'Please take these photos'] },
  money: { label: ['要求说明', 'Ask why'], words: ['请说明收款差额', 'Please say why the money differs'] },
  mileage: { label: ['要求说明', 'Ask why'], words: ['请说明里程', 'Please explain the distance'] },
  tooShort: { label: ['要求说明', 'Ask why'], words: ['请说明用时', 'Please explain the time it took'] },
  tooLong: { label: ['要求说明', 'Ask why'], words: ['请说明用时', 'Please explain the time it took'] },
  far: { label: ['要求说明', 'Ask why'], words: ['请说明到达位置', 'Please say where you arrived'] },
};

/**
 * Control to correct the cause of a flag: a link to the prices, or a button to edit the lines or send the piece back.
 * Null if the flag needs none.
 */
function Repair({
  flag,
  audit,
  onLines,
}: {
  flag: CheckedPiece['flags'][number];
  audit: Audit;
  onLines: () => void;
}): ReactElement | null {
  const t = useT();
  const back = requestOf[flag.inconformFlag ?? ''];
  if (flag.inconformFlag === 'noStandard')
    return <Link to="/maintenance/aspieceworkstandard">{t(['补标准', 'Add a price'])}</Link>;
  if (flag.inconformFlag === 'overQty')
    return (
      <button type="button" className="link" onClick={onLines}>
        {t(['改数量', 'Correct it'])}
      </button>
    );
  return back && audit.may('back') ? (
    <button
      type="button"
      className="link"
      onClick={() => audit.run('back', `${t(back.words)}${t(['：', ': '])}${flag.detail}`)}
    >
      {t(back.label)}
    </button>
  ) : null;
}

/** The flags of a piece: one line each with its answer, or a field for the answer while it is missing. */
export function Flags({ audit, onLines }: { audit: Audit; onLines: () => void }): ReactElement | null {
  const t = useT();
  const flags = audit.checked?.flags ?? [];
  if (flags.length === 0) return null;
  const open = flags.filter((flag) => !flag.answer);
  return (
    <section className="audit-block">
      <h2>
        {t(['不符合原因', 'Non-conformities'])}{' '}
        <small className="quiet">
          {t([
            `${flags.length} 项，${open.length ? `${open.length} 项待说明` : '均已说明'}`,
            `${flags.length}, ${open.length ? `${open.length} to answer` : 'all answered'}`,
          ])}
        </small>
      </h2>
      <ul className="audit-flags">
        {flags.map((flag) => (
          <li key={flag.id}>
            <span className="pill red audit-flag">{captionIn(flag, 'inconformFlag')}</span>
            <div>
              <p className="long-text">{flag.detail}</p>
              {flag.answer && (
                <p className="quiet long-text">
                  {captionIn(flag, 'answerUser')}
                  {flag.answerTime && <> {shortMoment(textOf(flag, 'answerTime'))}</>}
                  {t(['：', ': '])}
                  {flag.answer}
                </p>
              )}
              {!flag.answer && audit.may('affirm') && (
                <input
                  className="plain-input"
                  aria-label={t([
                    `说明：${captionIn(flag, 'inconformFlag')}`,
                    `Answer: ${captionIn(flag, 'inconformFlag')}`,
                  ])}
                  placeholder={t(['说明，Ctrl Enter 确认', 'Answer, Ctrl Enter confirms'])}
                  maxLength={500}
                  value={audit.answers[flag.id] ?? ''}
                  onChange={(event) => audit.answer(flag.id, event.target.value)}
                />
              )}
            </div>
            <Repair flag={flag} audit={audit} onLines={onLines} />
          </li>
        ))}
      </ul>
    </section>
  );
}
