import { useQuery } from '@tanstack/react-query';
import { Check, Eye, EyeOff, Minus, X } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useAwaited } from '#kernel/web/query/awaited.ts';
import { allPapers, findPaper, useMay } from '#kernel/web/registry/papers.ts';
import { changeSession, session } from '#kernel/web/session/session.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { user } from '../../people/user/user.paper.ts';
import { type Explained, type StepMark, explainRights, startViewAs } from './explain.calls.ts';
import './explain.css';

const RowPicker = withControls(() => import('#kernel/web/pickers/row-picker.tsx').then((module) => module.RowPicker));
const PaperChoice = withControls(() => import('./paper-choice.view.tsx').then((module) => module.PaperChoice));

function Sign({ mark }: { mark: StepMark | 'masked' }): ReactElement {
  const t = useT();
  const words = {
    yes: t(['可以', 'Yes']),
    no: t(['不可以', 'No']),
    later: t(['没有判到', 'Not reached']),
    masked: t(['掩码', 'Masked']),
  }[mark];
  return (
    <span className="explain-sign" data-mark={mark} role="img" aria-label={words}>
      {mark === 'yes' ? (
        <Check size={12} />
      ) : mark === 'no' ? (
        <X size={12} />
      ) : mark === 'masked' ? (
        <EyeOff size={12} />
      ) : (
        <Minus size={12} />
      )}
    </span>
  );
}

/** Table of every decision about the row. A click on one of them explains it below. */
function Overview({
  of,
  action,
  field,
  onAsk,
}: {
  of: Explained;
  action: string;
  field: string;
  onAsk: (action: string, field?: string) => void;
}): ReactElement {
  const t = useT();
  const line = (
    key: string,
    sign: StepMark | 'masked',
    label: string,
    note: string,
    asked: boolean,
    run: () => void,
  ): ReactElement => (
    <li key={key}>
      <button type="button" aria-current={asked ? 'true' : undefined} onClick={run}>
        <Sign mark={sign} />
        <span>{label}</span>
        <small>{note}</small>
      </button>
    </li>
  );
  const { row, buttons, fields } = of.overview;
  const sights = {
    clear: ['yes', t(['看', 'Seen'])],
    masked: ['masked', t(['掩码', 'Masked'])],
    closed: ['no', t(['不给', 'Closed'])],
  } as const;
  return (
    <nav className="explain-list" aria-label={t(['权限概览', 'Rights at a glance'])}>
      <h2>{t(['行', 'Rows'])}</h2>
      <ul>
        {line('view', row.allow ? 'yes' : 'no', t(['查看', 'View']), row.stopped, action === 'view' && !field, () =>
          onAsk('view'),
        )}
      </ul>
      <h2>
        {t(['按钮', 'Buttons'])}{' '}
        <small>
          {buttons.filter((one) => one.allow).length} / {buttons.length}
        </small>
      </h2>
      <ul>
        {buttons.map((one) =>
          line(one.action, one.allow ? 'yes' : 'no', one.label, one.stopped, action === one.action && !field, () =>
            onAsk(one.action),
          ),
        )}
      </ul>
      <h2>
        {t(['字段', 'Fields'])}{' '}
        <small>
          {t([
            `${fields.filter((one) => one.sight === 'clear').length} 看 · ${fields.filter((one) => one.sight === 'masked').length} 掩码 · ${fields.filter((one) => one.sight === 'closed').length} 不给`,
            `${fields.filter((one) => one.sight === 'clear').length} seen · ${fields.filter((one) => one.sight === 'masked').length} masked · ${fields.filter((one) => one.sight === 'closed').length} closed`,
          ])}
        </small>
      </h2>
      <ul>
        {[...fields]
          .sort((one, other) => order[one.sight] - order[other.sight])
          .map((one) =>
            line(one.name, sights[one.sight][0], one.label, sights[one.sight][1], field === one.name, () =>
              onAsk('view', one.name),
            ),
          )}
      </ul>
    </nav>
  );
}

const order = { closed: 0, masked: 1, clear: 2 };

function Verdict({ of }: { of: Explained }): ReactElement {
  const t = useT();
  const title = of.allow
    ? t([`可以「${of.label}」`, `May: ${of.label}`])
    : t([`不能「${of.label}」`, `May not: ${of.label}`]);
  return (
    <section className="explain-verdict">
      <h2 data-allow={of.allow}>{title}</h2>
      <p className="quiet">
        {of.allow
          ? t(['每一步都通过。', 'Every step says yes.'])
          : t([`停在「${of.stopped}」这一步。`, `It stops at “${of.stopped}”.`])}
      </p>
      <table className="explain-steps">
        <thead>
          <tr>
            <th scope="col">{t(['步骤', 'Step'])}</th>
            <th scope="col">{t(['判定与规则', 'Verdict and rule'])}</th>
            {of.person.roles.map((role) => (
              <th key={role.id} scope="col">
                {role.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.steps.map((step) => (
            <tr key={step.key} data-mark={step.mark}>
              <th scope="row">
                <Sign mark={step.mark} /> {step.label}
              </th>
              <td>
                {step.mark === 'later' && (
                  <span className="quiet">{t(['没有判到。单看这一步：', 'Not reached. Alone it says: '])}</span>
                )}
                {step.words.map((word) => (
                  <div key={word}>{word}</div>
                ))}
              </td>
              {of.person.roles.map((role) => (
                <td key={role.id} className="explain-mark">
                  <Sign mark={step.roles[role.id] ?? 'later'} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {of.person.roles.length > 1 && (
        <p className="quiet">
          {t([
            '每个角色分开判，各走各的范围与字段，有一个全通过就能。',
            'Each role is judged by itself, with its own rows and fields: one that passes every step is enough.',
          ])}
        </p>
      )}
    </section>
  );
}

/** Ask for a reason, then start the view as another person, which is read-only. */
function ViewAs({
  person,
  onClose,
}: {
  person: { readonly id: string; readonly name: string };
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const [reason, setReason] = useState('');
  const begin = async (): Promise<void> => {
    const by = session()?.name ?? '';
    const as = await askCall(startViewAs, { userId: person.id, reason });
    changeSession({ name: as.realName, roles: as.aliases.split(','), viewedBy: by });
    location.assign('/');
  };
  return (
    <Dialog
      title={t([`以 ${person.name} 身份查看`, `See it as ${person.name}`])}
      onClose={onClose}
      foot={
        <DialogButtons onClose={onClose} disabled={!reason.trim()} onClick={() => void begin().catch(() => undefined)}>
          {t(['开始查看', 'Begin'])}
        </DialogButtons>
      }
    >
      <p className="quiet">
        {t([
          '只能看，不能改；开始、结束和原因都会留痕。',
          'You can look and change nothing; beginning, end and reason are logged.',
        ])}
      </p>
      <div className="plain-field">
        <label htmlFor="view-as-reason">{t(['原因', 'Reason'])}</label>
        <input
          id="view-as-reason"
          className="plain-input"
          data-autofocus
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  );
}

/** Explain why a person may or may not act on a paper or row, by the steps that every call checks. */
export default function Permission(): ReactElement {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const [viewing, setViewing] = useState(false);
  const mayViewAs = useMay(user)('viewAs');
  const [userId, resource, id, action, field] = ['userId', 'resource', 'id', 'action', 'field'].map(
    (name) => query.get(name) ?? '',
  );
  const put = (part: Record<string, string>): void =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(part)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  const of = findPaper(resource);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['explain', userId, resource, id, action, field],
    queryFn: () => askCall(explainRights, { userId, resource, id, action: action || 'view', field }, { quiet: true }),
    enabled: Boolean(userId && of),
    retry: false,
    placeholderData: (before) => before,
  });
  const awaited = useAwaited(isPlaceholderData);
  return (
    <div className="explain">
      <header className="page-head">
        <h1>{t(['权限诊断', 'Permission explainer'])}</h1>
        <span className="quiet">{t(['谁，对哪一行，为什么能或不能', 'Who, with which row, and why or why not'])}</span>
        {data && !isPlaceholderData && mayViewAs && data.person.id !== session()?.userId && (
          <button type="button" className="button strong explain-as" onClick={() => setViewing(true)}>
            <Eye size={15} aria-hidden /> {t([`以${data.person.name}身份查看`, `See it as ${data.person.name}`])}
          </button>
        )}
      </header>
      <div className="explain-ask">
        <label>
          <span>{t(['谁', 'Who'])}</span>
          <RowPicker
            paper="user"
            label={t(['谁', 'Who'])}
            value={userId ? [userId] : []}
            onChange={([one]) => put({ userId: one ?? '' })}
          />
        </label>
        <label>
          <span>{t(['单据', 'Document'])}</span>
          <PaperChoice
            papers={allPapers()}
            value={resource}
            onChange={(name) => put({ resource: name, id: '', action: '', field: '' })}
          />
        </label>
        <label>
          <span>{t(['哪一行', 'Which row'])}</span>
          {of ? (
            <RowPicker
              key={resource}
              paper={resource}
              label={t(['哪一行', 'Which row'])}
              value={id ? [id] : []}
              onChange={([one]) => put({ id: one ?? '' })}
              attributes={{ placeholder: t(['不限', 'Any']) }}
            />
          ) : (
            <span className="quiet">{t(['先选单据', 'Choose the document first'])}</span>
          )}
        </label>
      </div>
      {error && (
        <p className="explain-none" role="alert">
          {error.message}
        </p>
      )}
      {!error && !data && (
        <p className="explain-none quiet">
          {t([
            '选一个人和一种单据，就能看到他能做什么、停在哪一步。',
            'Choose a person and a document to see what is allowed and where it stops.',
          ])}
        </p>
      )}
      {data && !error && of && (
        <div className="explain-body" {...awaited}>
          <Overview
            of={data}
            action={action || 'view'}
            field={field}
            onAsk={(next, name = '') => put({ action: next, field: name })}
          />
          <Verdict of={data} />
          <aside className="explain-side">
            <h2>
              {t(['现在谁可以', 'Who can now'])}{' '}
              <small>
                {data.who.length === 10
                  ? t(['前 10 人', 'the first 10'])
                  : t([`${data.who.length} 人`, `${data.who.length}`])}
              </small>
            </h2>
            <ul>
              {data.who.map((one) => (
                <li key={one.id}>
                  <button type="button" className="link" onClick={() => put({ userId: one.id })}>
                    {one.name}
                  </button>{' '}
                  <small className="quiet">{one.roles}</small>
                </li>
              ))}
            </ul>
            {data.who.length === 0 && <p className="quiet">{t(['没有人', 'Nobody'])}</p>}
          </aside>
        </div>
      )}
      {viewing && data && <ViewAs person={data.person} onClose={() => setViewing(false)} />}
    </div>
  );
}
