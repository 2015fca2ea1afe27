import { Camera, Check, ChevronLeft, History, Info, MapPin, Pause, ScanLine } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { dayInWords } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useButtons } from '#kernel/web/session/buttons.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { minuteWords } from '#kernel/language/days.ts';
import { weibao } from '#business/customers/dictionaries.ts';
import { taskStatus, visitResult } from '#business/dispatch/dictionaries.ts';
import type { Visit } from '#business/completion/at-door/own-day.calls.ts';
import { beginOf, endOf, isOpenVisit, isToCorrect, workedMinutes } from '../day.rules.ts';
import { FinishPhotos } from '../finish/photos.view.tsx';
import { doorPlace } from '#business/completion/finish/finish-places.view.tsx';
import { FilledPlace } from '#kernel/web/registry/places.tsx';
import { openSheet } from '#business/completion/finish/sheet.view.tsx';
import { Bring, CallAndGo, FaultNote, Marks, NextButton } from '../today/next-visit.view.tsx';
import { useBag, useDay, usePlace, useVisit } from '../use-day.view.tsx';
import { NoAccessSheet } from './no-access-sheet.view.tsx';
import { PauseSheet, RefuseSheet } from './step-sheets.view.tsx';
import { counted } from '#kernel/web/i18n/plural.ts';

/** Return a moment as text: the time for today, otherwise with the day. */
const short = (moment: string | null | undefined, now: string, t: (label: Label) => string): string =>
  !moment ? '' : moment.slice(0, 10) === now.slice(0, 10) ? moment.slice(11, 16) : t(minuteWords(moment));

interface Mark {
  readonly key: string;
  readonly label: Label;
  readonly done: boolean;
  readonly side: string;
}

function marksOf(of: Visit, now: string, t: (label: Label) => string): Mark[] {
  const worked = workedMinutes(of, now);
  const needs = [
    ...(of.checklist.length ? [t(['检查表', 'check list'])] : []),
    ...(of.annexTypes.some((one) => one.missing > 0)
      ? [
          t([
            `照片 ${of.annexTypes.reduce((sum, one) => sum + one.missing, 0)} 张`,
            counted(
              of.annexTypes.reduce((sum, one) => sum + one.missing, 0),
              'photo',
            ),
          ]),
        ]
      : []),
    ...(of.needsSignature ? [t(['签名', 'signature'])] : []),
  ];
  return [
    { key: 'accept', label: ['接单', 'Accepted'], done: Boolean(of.acceptTime), side: short(of.acceptTime, now, t) },
    {
      key: 'appoint',
      label: ['预约', 'Appointed'],
      done: Boolean(of.appointFrom),
      side: of.appointFrom ? `${short(of.appointFrom, now, t)}–${of.appointTo?.slice(11, 16) ?? ''}` : '',
    },
    { key: 'depart', label: ['出发', 'On the way'], done: Boolean(of.departTime), side: short(of.departTime, now, t) },
    {
      key: 'arrive',
      label: ['到达', 'Arrived'],
      done: Boolean(of.arriveTime),
      side: of.arriveTime
        ? `${short(of.arriveTime, now, t)} · ${t([`已作业 ${worked} 分`, `${worked} min of work`])}`
        : '',
    },
    {
      key: 'finish',
      label: ['完工', 'Finished'],
      done: Boolean(of.finishTime),
      side: of.finishTime
        ? short(of.finishTime, now, t)
        : needs.length
          ? t([`需${needs.join('、')}`, `needs ${needs.join(', ')}`])
          : '',
    },
  ];
}

/** The steps of the visit, done and still to come, from top to bottom. */
function Progress({ visit, now }: { visit: Visit; now: string }): ReactElement {
  const t = useT();
  const marks = marksOf(visit, now, t);
  const current = isOpenVisit(visit) ? marks.findLastIndex((one) => one.done) : -1;
  return (
    <section className="day-block">
      <h2>{t(['进度', 'Progress'])}</h2>
      <ol className="day-progress">
        {marks.map((one, at) => (
          <li key={one.key} data-done={one.done} data-now={at === current}>
            <span className="day-dot">{one.done && at !== current && <Check size={12} aria-hidden />}</span>
            <b>{t(one.label)}</b>
            <small>{one.side}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Code of the button that permits installers to bind devices to homes of their orders. */
const BINDS = 'op_household_bind';

/** Link to the page that binds a device to the home. */
function Install({ visit }: { visit: Visit }): ReactElement | null {
  const t = useT();
  const customerId = visit.registration?.customerId;
  if (!useButtons().has(BINDS) || !customerId || !isOpenVisit(visit)) return null;
  return (
    <Link className="day-button day-install" to={`/operation/install?customerId=${customerId}`}>
      <ScanLine size={20} aria-hidden />
      {t(['安装联网设备', 'Install a connected device'])}
    </Link>
  );
}

function Machines({ visit }: { visit: Visit }): ReactElement | null {
  const t = useT();
  if (visit.equipment.length === 0 && visit.earlier.length === 0) return null;
  return (
    <section className="day-block">
      <h2>{t(['设备', 'Equipment'])}</h2>
      {visit.equipment.map((one) => (
        <div key={one.id} className="day-machine">
          <b>{one.equipmentName}</b> <small>{[one.model, one.serialNo].filter(Boolean).join(' · ')}</small>
          {one.faultNote && <p>{one.faultNote}</p>}
        </div>
      ))}
      {visit.earlier.length > 0 && (
        <ul className="day-earlier" aria-label={t(['以前做过', 'Done before'])}>
          {visit.earlier.map((one) => (
            <li key={`${one.at}${one.words}`}>
              <History size={16} aria-hidden />
              <span>{dayInWords(one.at)}</span>
              <span>{one.words}</span>
              <small>{one.who}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Matter({ visit }: { visit: Visit }): ReactElement {
  const t = useT();
  const bag = useBag();
  const order = visit.registration;
  const work = visit.dispatch?.workContent;
  return (
    <section className="day-block">
      <h2>{t(['要做的事', 'What to do'])}</h2>
      <p className="day-fault">
        <FaultNote visit={visit} />
      </p>
      {order?.content && <p className="long-text">{order.content}</p>}
      {work && work !== order?.content && <p className="long-text">{work}</p>}
      {order && (
        <p className="quiet">
          <KeyWord of={weibao} value={order.weibao} />
          {order.weibaoReason && ` · ${order.weibaoReason}`}
        </p>
      )}
      {visit.visitResult && (
        <p className="long-text">
          <KeyWord of={visitResult} value={visit.visitResult} />
          {visit.resultNote && `：${visit.resultNote}`}
        </p>
      )}
      <Bring visit={visit} bag={bag} />
    </section>
  );
}

function Notes({ visit }: { visit: Visit }): ReactElement | null {
  const t = useT();
  const notes = [visit.keyNote, visit.accessNote, visit.dispatch?.remark, visit.registration?.remark].filter(
    (one): one is string => Boolean(one),
  );
  if (notes.length === 0) return null;
  return (
    <section className="day-block">
      <h2>{t(['备注', 'Notes'])}</h2>
      {notes.map((one) => (
        <p key={one} className="day-line">
          <Info size={18} aria-hidden />
          <span>{one}</span>
        </p>
      ))}
    </section>
  );
}

/** Secondary actions of a visit. */
function Other({ visit }: { visit: Visit }): ReactElement | null {
  const t = useT();
  const { go } = usePlace();
  const ask = (Content: typeof PauseSheet) => () => openSheet((close) => <Content visit={visit} onClose={close} />);
  if (visit.taskStatus === 'pendingAccept')
    return (
      <button type="button" className="day-button" onClick={ask(RefuseSheet)}>
        {t(['拒单', 'Refuse'])}
      </button>
    );
  if (visit.taskStatus === 'working')
    return (
      <button type="button" className="day-button" onClick={ask(PauseSheet)}>
        <Pause size={20} aria-hidden />
        {t(['暂停', 'Pause'])}
      </button>
    );
  if (!['accepted', 'appointed', 'traveling'].includes(visit.taskStatus)) return null;
  return (
    <>
      <button type="button" className="day-button" onClick={ask(NoAccessSheet)}>
        {t(['客户不在', 'Nobody there'])}
      </button>
      {visit.taskStatus !== 'traveling' && (
        <button type="button" className="day-button" onClick={() => go('finish', visit.id)}>
          {t(['远程解决', 'Solved remotely'])}
        </button>
      )}
    </>
  );
}

/** The page of one visit, with everything that is needed on site. */
export function VisitPage({ id }: { id: string }): ReactElement {
  const t = useT();
  const { back } = usePlace();
  const { day, now } = useDay();
  const visit = useVisit(id);
  if (!visit)
    return (
      <p className="day-none">
        {t(['这一单不在手机里，可能已转给别人。', 'This visit is not on this phone; somebody else may have it now.'])}{' '}
        <button type="button" className="link" onClick={back}>
          {t(['返回', 'Back'])}
        </button>
      </p>
    );
  const order = visit.registration;
  const stop = day?.stops.find((one) => one.visit.id === id);
  const worked = workedMinutes(visit, now);
  const canShoot =
    ['accepted', 'appointed', 'traveling', 'working', 'paused'].includes(visit.taskStatus) &&
    visit.annexTypes.length > 0;
  return (
    <>
      <header className="day-bar">
        <button type="button" className="day-icon" aria-label={t(['返回', 'Back'])} onClick={back}>
          <ChevronLeft size={24} aria-hidden />
        </button>
        <h1>{t([`第 ${visit.visitSeq} 次上门`, `Visit ${visit.visitSeq}`])}</h1>
        <KeyPill of={taskStatus} value={visit.taskStatus} />
        <span className="spring" />
        {visit.arriveTime && (
          <span>
            {t([`${worked} 分`, `${worked} min`])}
            {visit.dispatch?.planMinutes && <small className="quiet"> / {visit.dispatch.planMinutes}</small>}
          </span>
        )}
      </header>
      <div className="day-body flat">
        <section className="day-block">
          <p className="day-name">
            <b>{order?.customerName}</b>
            <Marks visit={visit} />
            <span className="spring" />
            <small>{visit.contactPhone || order?.phone}</small>
          </p>
          <p className="day-line">
            <MapPin size={20} aria-hidden />
            <span>
              {order?.address}
              {typeof visit.arriveDistance === 'number' && (
                <small> {t([`已到，距门口 ${visit.arriveDistance} 米`, `there, ${visit.arriveDistance} m off`])}</small>
              )}
            </span>
          </p>
          <p className="quiet">
            {t(minuteWords(beginOf(visit)))}–{endOf(visit).slice(11, 16)}
            {visit.crew.length > 1 && ` · ${visit.crew.map((one) => one.technicianName).join('、')}`}
          </p>
          <CallAndGo visit={visit} />
        </section>
        <Matter visit={visit} />
        <Machines visit={visit} />
        <FilledPlace of={doorPlace} given={{ visitId: visit.id, isWorking: visit.taskStatus === 'working' }} />
        <Install visit={visit} />
        <Progress visit={visit} now={now} />
        <Notes visit={visit} />
        {canShoot && (
          <section className="day-block">
            <h2>
              <Camera size={18} aria-hidden /> {t(['照片', 'Photos'])}
            </h2>
            <FinishPhotos visit={visit} />
          </section>
        )}
      </div>
      {(isOpenVisit(visit) || isToCorrect(visit)) && (
        <footer className="day-foot row">
          <Other visit={visit} />
          <NextButton visit={visit} stop={stop} now={now} />
        </footer>
      )}
    </>
  );
}
