import { listTitleOf } from '#kernel/language/plural.ts';
import { Download, Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { downloadFile } from '../http/files.ts';
import { callOf } from '../registry/paper-calls.ts';
import { shortMoment } from '../i18n/dates.ts';
import { counted, grouped } from '../i18n/plural.ts';
import { useLanguage, useT } from '../i18n/words.ts';
import { type SheetState, type Earlier, useEarlier } from './import-batch.ts';

const states: Readonly<Record<SheetState, readonly [Label, string]>> = {
  matching: [['待核对', 'To match'], 'amber'],
  reading: [['校验中', 'Checking'], 'blue'],
  ready: [['待提交', 'To commit'], 'amber'],
  committing: [['写入中', 'Writing'], 'blue'],
  committed: [['已写入', 'Written'], 'green'],
  rollingBack: [['撤销中', 'Taking back'], 'blue'],
  rolledBack: [['已撤销', 'Taken back'], 'grey'],
  failed: [['没有完成', 'Not finished'], 'red'],
};

interface EntryProps {
  readonly of: AnyPaper;
  readonly one: Earlier;
  readonly onOpen: (batch: string) => void;
  readonly onBack: (batch: string) => void;
}

function Entry({ of, one, onOpen, onBack }: EntryProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [label, tone] = states[one.state];
  const { counts } = one;
  const written = (counts.new ?? 0) + (counts.update ?? 0);
  const facts = [
    one.state === 'matching'
      ? t([`${grouped(one.total)} 行，等你核对表头和列`, `${counted(one.total, 'row')}: look at header and columns`])
      : one.state === 'ready'
        ? t([`可写入 ${grouped(written)} 行`, `${counted(written, 'row')} to write`])
        : one.state === 'rolledBack'
          ? t([
              `撤销 ${grouped(counts.rolledBack ?? 0)} 行，保留 ${grouped(counts.kept ?? 0)} 行`,
              `${counted(counts.rolledBack ?? 0, 'row')} taken back, ${grouped(counts.kept ?? 0)} kept`,
            ])
          : t([`写入 ${grouped(written)} 行`, `${counted(written, 'row')} written`]),
    ...(counts.refused ? [t([`拒绝 ${grouped(counts.refused)} 行`, `${grouped(counts.refused)} refused`])] : []),
    ...(one.mayRollback
      ? [
          t([
            `${shortMoment(one.until, language)} 前可撤销`,
            `can be taken back until ${shortMoment(one.until, language)}`,
          ]),
        ]
      : []),
    ...(one.error ? [one.error] : []),
  ];
  return (
    <li>
      <div className="earlier-words">
        <p>
          <button type="button" className="link earlier-name" onClick={() => onOpen(one.id)}>
            {one.name}
          </button>{' '}
          <span className={`pill ${tone}`}>{t(label)}</span>
        </p>
        <p className="quiet">
          <time>{shortMoment(one.created, language)}</time>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      {one.kept && (counts.refused ?? 0) > 0 && (
        <button
          type="button"
          className="button plain"
          onClick={() =>
            void downloadFile(callOf(of, 'import/refused'), { batch: one.id }, `${t(listTitleOf(of))}.xlsx`)
          }
        >
          <Download size={15} aria-hidden />
          {t(['拒绝的行', 'Refused rows'])}
        </button>
      )}
      {one.mayRollback && (
        <button type="button" className="button plain" onClick={() => onBack(one.id)}>
          <Undo2 size={15} aria-hidden />
          {t(['撤销', 'Take back'])}
        </button>
      )}
    </li>
  );
}

/** The person's earlier imports into this paper, each with its state and the actions that are still possible. */
export function EarlierImports({ of, onOpen, onBack }: Omit<EntryProps, 'one'>): ReactElement | null {
  const t = useT();
  const earlier = useEarlier(of);
  if (!earlier?.length) return null;
  return (
    <section className="import-earlier">
      <h2>{t(['我的导入', 'My imports'])}</h2>
      <ul>
        {earlier.map((one) => (
          <Entry key={one.id} of={of} one={one} onOpen={onOpen} onBack={onBack} />
        ))}
      </ul>
    </section>
  );
}
