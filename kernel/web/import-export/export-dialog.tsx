import { listTitleOf } from '#kernel/language/plural.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { lowered } from '#kernel/language/label.ts';
import { type ReactElement, useId, useState } from 'react';
import type { Fields } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { DialogButtons } from '../dialogs/dialog-buttons.tsx';
import { downloadByPost } from '../http/files.ts';
import type { ListScreenState } from '../list/state/use-list-screen.ts';
import { callOf, matchingOf } from '../registry/paper-calls.ts';
import { toast } from '../toast/toasts.ts';
import { useT } from '../i18n/words.ts';
import { counted, grouped } from '../i18n/plural.ts';
import { JobProgress } from './jobs/job-progress.tsx';
import { type JobEntry, followJob } from './jobs/jobs.ts';

type Scope = 'selected' | 'page' | 'all';
type Format = 'xlsx' | 'csv';

const formats: readonly (readonly [Format, string])[] = [
  ['xlsx', 'Excel (.xlsx)'],
  ['csv', 'CSV'],
];

function OneOf<T extends string>({
  choices,
  value,
  onChange,
}: {
  choices: readonly (readonly [T, string])[];
  value: T;
  onChange: (value: T) => void;
}): ReactElement {
  const group = useId();
  return (
    <div className="one-of">
      {choices.map(([one, label]) => (
        <label key={one} className="tick">
          <input type="radio" name={group} checked={one === value} onChange={() => onChange(one)} />
          {label}
        </label>
      ))}
    </div>
  );
}

const exportable = (of: AnyPaper): string[] =>
  fieldsOf(of)
    .filter(([, field]) => !field.secret && !field.wire && !kindOf(field).beyondCell)
    .map(([name]) => name);

/** The dialog that exports a list: columns, rows and format. An export of many rows becomes a job with progress. */
export function ExportDialog({ screen, onClose }: { screen: ListScreenState; onClose: () => void }): ReactElement {
  const t = useT();
  const { of, selection, rows, columns } = screen;
  const names = exportable(of);
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    columns.map((column) => column.key).filter((name) => names.includes(name)),
  );
  const [scope, setScope] = useState<Scope>(selection.size > 0 && !selection.allMatching ? 'selected' : 'all');
  const [format, setFormat] = useState<Format>('xlsx');
  const [busy, setBusy] = useState(false);
  const [job, setJob] = useState<JobEntry | null>(null);

  const turn = (name: string): void =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);

  async function start(): Promise<void> {
    setBusy(true);
    try {
      const ids =
        scope === 'selected'
          ? [...selection.ids]
          : scope === 'page'
            ? screen.shown.map((one) => one.row.id)
            : undefined;
      const order = Object.fromEntries((['ascs', 'descs'] as const).map((name) => [name, rows.query[name]]));
      const answer = await downloadByPost(
        callOf(of, 'export'),
        {
          columns: names.filter((name) => chosen.includes(name)),
          scope,
          ids,
          filters: matchingOf(screen.filters, 0).filters,
          ...order,
          format,
        },
        `${t(listTitleOf(of))}.${format}`,
      );
      if (answer?.job) {
        followJob(String(answer.job));
        setJob({ id: String(answer.job) });
      } else {
        toast.good(t(['导出完成', 'Exported']));
        onClose();
      }
    } finally {
      setBusy(false);
    }
  }

  const scopes: readonly [Scope, string][] = [
    ...(selection.size > 0 && !selection.allMatching
      ? [['selected', t([`选中的 ${selection.size} 条`, `the ${selection.size} selected`])] as [Scope, string]]
      : []),
    ['page', t([`本页 ${screen.shown.length} 条`, `this page, ${counted(screen.shown.length, 'row')}`])],
    [
      'all',
      t([
        `符合条件的全部 ${grouped(rows.page?.total ?? 0)} 条`,
        `all that match, ${counted(rows.page?.total ?? 0, 'row')}`,
      ]),
    ],
  ];
  const foot = job ? (
    <button type="button" className="button" onClick={onClose}>
      {t(['在后台继续', 'Continue in the background'])}
    </button>
  ) : (
    <DialogButtons onClose={onClose} disabled={busy || chosen.length === 0} onClick={() => void start()}>
      {busy ? t(['正在导出…', 'Exporting…']) : t(['导出', 'Export'])}
    </DialogButtons>
  );
  return (
    <Dialog
      title={t([`导出${of.title[0]}`, `Export ${lowered(listTitleOf(of)[1])}`])}
      width={600}
      onClose={onClose}
      foot={foot}
    >
      {job ? (
        <>
          <JobProgress job={job} />
          <p className="quiet">
            {t([
              '可以先关闭去做别的，完成后会在这里提示；文件在右上角“我的任务”里保留 7 天。',
              'You may close this and go on: you will be told when it is ready, and the file stays under “My jobs” in the top bar for 7 days.',
            ])}
          </p>
        </>
      ) : (
        <div className="export">
          <fieldset>
            <legend>{t(['范围', 'Rows'])}</legend>
            <OneOf choices={scopes} value={scope} onChange={setScope} />
          </fieldset>
          <fieldset>
            <legend>{t(['格式', 'Format'])}</legend>
            <OneOf choices={formats} value={format} onChange={setFormat} />
          </fieldset>
          <fieldset>
            <legend>
              {t(['列', 'Columns'])}{' '}
              <button type="button" className="link" onClick={() => setChosen(names)}>
                {t(['全选', 'All'])}
              </button>{' '}
              <button
                type="button"
                className="link"
                onClick={() => setChosen(columns.map((column) => column.key).filter((name) => names.includes(name)))}
              >
                {t(['同列表', 'As the list'])}
              </button>
            </legend>
            <div className="export-columns">
              {names.map((name) => (
                <label key={name} className="tick">
                  <input type="checkbox" checked={chosen.includes(name)} onChange={() => turn(name)} />
                  {t((of.fields as Fields)[name].label)}
                </label>
              ))}
            </div>
          </fieldset>
        </div>
      )}
    </Dialog>
  );
}
