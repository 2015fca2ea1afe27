import { ArrowLeft, ChevronDown, ChevronUp, ExternalLink } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { today } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useAllPapers } from '#kernel/web/registry/papers.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { useButtons } from '#kernel/web/session/buttons.ts';
import { taskDueWords } from '../inbox-lines.rules.ts';
import type { TaskDetail } from './use-case.view.tsx';

/** Return the address of the instance's paper in its own list; null if the reader may not open it there. */
function usePaperPlace(detail: TaskDetail | undefined): string | null {
  const of = useAllPapers().find((one) => one.name === detail?.paper);
  const mayOpen = useButtons().has(of ? buttonOf(of, 'view') : '');
  return of?.menu && detail && mayOpen ? `${of.menu.path}?id=${detail.form.businessId}` : null;
}

interface CaseHeadProps {
  readonly detail: TaskDetail | undefined;
  /** Position of the instance in the list, from 1; 0 if it is not in the list. */ readonly at: number;
  readonly total: number;
  readonly go?: (by: number) => void;
  readonly back?: () => void;
}

/** The head of a process instance: its step, its place in the list, and links to its neighbours and its paper. */
export function CaseHead({ detail, at, total, go, back }: CaseHeadProps): ReactElement {
  const t = useT();
  const place = usePaperPlace(detail);
  const task = detail?.task;
  const due =
    task && !task.endTime ? taskDueWords(task.dueTime, sinceMoment(task.dueTime || task.createTime), today()) : null;
  return (
    <header className="case-head">
      {back && (
        <button type="button" className="icon-button" aria-label={t(['返回列表', 'Back to the list'])} onClick={back}>
          <ArrowLeft size={18} aria-hidden />
        </button>
      )}
      <b>{task?.taskName || detail?.process.processDefinitionName}</b>
      {task?.taskName && <span className="quiet case-process">{detail?.process.processDefinitionName}</span>}
      {task?.status === 'claim' && task.waitsFor && (
        <span className="quiet case-for">{t([`等 ${task.waitsFor} 签收`, `To claim by ${task.waitsFor}`])}</span>
      )}
      {task?.suspended && <span className="pill violet">{t(['已挂起', 'Suspended'])}</span>}
      {due && (
        <span className="inbox-due" data-tone={due.tone}>
          {t(due.words)}
        </span>
      )}
      <span className="spring" />
      {at > 0 && (
        <span className="quiet">
          {at} / {total}
        </span>
      )}
      {go && (
        <>
          <button
            type="button"
            className="icon-button"
            disabled={at <= 1}
            aria-label={t(['上一条', 'Previous'])}
            title={`${t(['上一条', 'Previous'])} K`}
            onClick={() => go(-1)}
          >
            <ChevronUp size={16} aria-hidden />
          </button>
          <button
            type="button"
            className="icon-button"
            disabled={at === 0 || at >= total}
            aria-label={t(['下一条', 'Next'])}
            title={`${t(['下一条', 'Next'])} J`}
            onClick={() => go(1)}
          >
            <ChevronDown size={16} aria-hidden />
          </button>
        </>
      )}
      {place && (
        <Link
          className="icon-button"
          to={place}
          aria-label={t(['打开单据', 'Open the document'])}
          title={t(['打开单据', 'Open the document'])}
        >
          <ExternalLink size={16} aria-hidden />
        </Link>
      )}
    </header>
  );
}
