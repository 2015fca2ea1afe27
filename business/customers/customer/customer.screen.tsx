import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { get } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { toast } from '#kernel/web/toast/toasts.ts';
import type { JobEntry } from '#kernel/web/import-export/jobs/jobs.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { customer } from './customer.paper.ts';
import { type CustomerInShort, type MergePlan, mergePreview, mergeTwo } from './merge/merge.calls.ts';
import './customer.css';

const RowPicker = withControls(() => import('#kernel/web/pickers/row-picker.tsx').then((module) => module.RowPicker));

interface Merged extends Pick<CustomerInShort, 'id' | 'customerNo' | 'customerName' | 'addressDetail'> {
  readonly at: string;
  readonly done: boolean;
}

/**
 * Preview of a merge: the papers that move, the homes that are joined, and the values that the remaining customer gets.
 */
function WhatHappens({ plan }: { plan: MergePlan }): ReactElement {
  const t = useT();
  return (
    <div className="merge-plan">
      <p className="merge-pair">
        <span>
          {plan.from.customerName}
          <small className="mono">{plan.from.customerNo}</small>
          <small>{plan.from.phone}</small>
          <small>{plan.from.addressDetail}</small>
        </span>
        <i aria-hidden>→</i>
        <span>
          {plan.into.customerName}
          <small className="mono">{plan.into.customerNo}</small>
          <small>{plan.into.phone}</small>
          <small>{plan.into.addressDetail}</small>
        </span>
      </p>
      <h4>
        {t(['移到本客户', 'Moves over'])} <small>{plan.total}</small>
      </h4>
      {plan.moves.length ? (
        <ul>
          {plan.moves.map((one) => (
            <li key={`${one.paper}.${one.field}`}>
              <span>{one.title}</span>
              <b>{one.count}</b>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">{t(['没有单据指向它', 'Nothing refers to it'])}</p>
      )}
      {plan.homes.length > 0 && (
        <>
          <h4>{t(['同一地址，档案合为一份', 'The same home: one file'])}</h4>
          <ul>
            {plan.homes.map((one) => (
              <li key={one.fileNo}>
                <span className="mono">{one.fileNo}</span>
                <span>{one.address}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {plan.learns.length > 0 && (
        <>
          <h4>{t(['本客户补充', 'Copied from it'])}</h4>
          <ul>
            {plan.learns.map((one) => (
              <li key={one.field}>
                <span>{one.label}</span>
                <span>{one.value}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const LOOK_MS = 500;

const isOver = (job: JobEntry | undefined): boolean => job?.state === 'done' || job?.state === 'failed';

/** Progress bar of a merge, which the page polls every half second. */
function Progress({ job }: { job: JobEntry | undefined }): ReactElement {
  const t = useT();
  const share = job?.state === 'done' ? 100 : Math.round((100 * (job?.done ?? 0)) / Math.max(1, job?.total ?? 1));
  return (
    <div className="merge-job" role="status">
      <progress max={100} value={share} aria-label={t(['合并进度', 'Progress of the merge'])} />
      <p>
        {job?.state === 'failed'
          ? job.error || t(['合并失败，可再次合并以继续', 'The merge failed; merge again to go on'])
          : job?.state === 'done'
            ? t(['已合并', 'Merged'])
            : t([`已完成 ${share}%`, `${share}% done`])}
      </p>
    </div>
  );
}

/** Panel to merge another record of the same customer into this one. */
function TakeIn({ row }: { row: Row<typeof customer> }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [chosen, choose] = useState('');
  const [job, setJob] = useState('');
  const { data: plan, error } = useQuery({
    queryKey: ['row', customer.name, 'merge', chosen, row.id, language],
    enabled: chosen !== '' && job === '',
    retry: false,
    queryFn: ({ signal }) => askCall(mergePreview, { fromId: chosen, intoId: row.id }, { signal, quiet: true }),
  });

  const { data: state } = useQuery<JobEntry>({
    queryKey: ['job', job],
    enabled: job !== '',
    queryFn: () => get<JobEntry>('blade-core/job', { id: job }, { quiet: true }),
    refetchInterval: ({ state: now }) => (isOver(now.data) ? false : LOOK_MS),
    staleTime: 0,
  });
  // Reload the papers that the merge moved.
  useEffect(() => {
    if (state?.state === 'done')
      for (const paper of [customer.name, ...(plan?.moves ?? []).map((one) => one.paper)]) refresh(paper);
  }, [state?.state]);

  async function go(): Promise<void> {
    if (
      !plan ||
      !(await ask({
        title: t([
          `把 ${plan.from.customerName} 并入 ${plan.into.customerName}？`,
          `Merge ${plan.from.customerName} into ${plan.into.customerName}?`,
        ]),
        text: t(['合并后不能撤销，两边的历史都会记录。', 'This cannot be undone; both histories tell it.']),
        yes: t(['合并', 'Merge']),
        danger: true,
      }))
    )
      return;
    try {
      setJob((await askCall(mergeTwo, { fromId: chosen, intoId: row.id }, { key: newKey(), quiet: true })).job);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      toast.bad(refused.message);
    }
  }

  return (
    <section className="detail-group merge">
      <h3>{t(['并入重复的客户', 'Merge a duplicate'])}</h3>
      <p className="quiet">
        {t([
          '选择与本客户相同的另一位：他的档案、设备和单据都归到本客户名下，他的编号留作指向。',
          'Choose the record of the same person: its service files, equipment and documents move to this customer, and its number keeps pointing here.',
        ])}
      </p>
      {job ? (
        <>
          <Progress job={state} />
          {isOver(state) && (
            <p>
              <button
                type="button"
                className="button"
                onClick={() => {
                  setJob('');
                  choose('');
                }}
              >
                {t(['再并入一位', 'Merge another'])}
              </button>
            </p>
          )}
        </>
      ) : (
        <>
          <RowPicker
            paper={customer.name}
            value={chosen ? [chosen] : []}
            onChange={([id]) => choose(id ?? '')}
            label={t(['重复的客户', 'The duplicate'])}
          />
          {error && (
            <p className="field-problem" role="alert">
              {error.message}
            </p>
          )}
          {plan && (
            <>
              <WhatHappens plan={plan} />
              <p>
                <button type="button" className="button strong danger" onClick={() => void go()}>
                  {t(['合并', 'Merge'])}
                </button>
              </p>
            </>
          )}
        </>
      )}
    </section>
  );
}

/** Tab with the customers that were merged into this one, and for a lead the merge of another. */
function Merging({ row }: { row: Row<typeof customer> }): ReactElement {
  const t = useT();
  const may = useMay(customer)('merge');
  const merged = (row as { merged?: readonly Merged[] }).merged ?? [];
  return (
    <>
      <section className="detail-group">
        <h3>
          {t(['已并入的客户', 'Merged into this one'])} {merged.length > 0 && <small>{merged.length}</small>}
        </h3>
        {merged.length === 0 ? (
          <p className="quiet">{t(['没有', 'None found'])}</p>
        ) : (
          <ul className="merged-list">
            {merged.map((one) => (
              <li key={one.id}>
                <span className="mono">{one.customerNo}</span>
                <span>{one.customerName}</span>
                <span className="quiet">{one.addressDetail}</span>
                <time className="quiet">{one.done ? shortMoment(one.at) : t(['合并中', 'under way'])}</time>
              </li>
            ))}
          </ul>
        )}
      </section>
      {may && !row.mergedIntoId && <TakeIn row={row} />}
    </>
  );
}

export default screen(customer, { detailTabs: [{ key: 'merge', label: ['合并', 'Merge'], Content: Merging }] });
