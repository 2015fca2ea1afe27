import { Car, ClipboardCheck, Clock, MapPin, Navigation, PackageCheck, Phone, Play, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { customerLevel } from '#business/customers/dictionaries.ts';
import { faultCategory, repairType } from '#business/masterdata/dictionaries.ts';
import { urgency } from '#business/scheduling/dictionaries.ts';
import { taskStatus } from '#business/dispatch/dictionaries.ts';
import { addMinutes, minutesBetween } from '#kernel/language/days.ts';
import type { BagItem, Visit } from '#business/completion/at-door/own-day.calls.ts';
import {
  type NextStep,
  type DayStop,
  beginOf,
  endOf,
  earlierDayOf,
  timeLeftLabel,
  minutesToLeave,
  nextStepOf,
} from '../day.rules.ts';
import { mapLink, platformOf } from '../map-link.rules.ts';
import { usePlace } from '../use-day.view.tsx';
import { noteCall } from '../visit/calls.view.tsx';
import { useSteps } from '../visit/use-steps.view.tsx';

type VisitParts = NonNullable<Visit['parts']>;

const words: Readonly<Record<NextStep, Label>> = {
  accept: ['接单', 'Accept'],
  appoint: ['预约客户', 'Agree a time'],
  depart: ['出发', 'Set off'],
  arrive: ['到达', 'I am there'],
  form: ['去完工登记', 'Write the completion'],
  resume: ['继续作业', 'Go on'],
  correct: ['去重填', 'Correct it'],
};
const icons = {
  accept: ClipboardCheck,
  appoint: Phone,
  depart: Car,
  arrive: MapPin,
  form: ClipboardCheck,
  resume: Play,
  correct: ClipboardCheck,
} as const;

/** Buttons to call and to navigate. */
export function CallAndGo({ visit }: { visit: Visit }): ReactElement {
  const t = useT();
  const order = visit.registration;
  const number = visit.contactPhone;
  return (
    <div className="day-pair">
      {number ? (
        <a className="day-button" href={`tel:${number.replaceAll(/[^\d+]/g, '')}`} onClick={() => noteCall(visit.id)}>
          <Phone size={20} aria-hidden />
          {t(['电话', 'Call'])}
        </a>
      ) : (
        <button
          type="button"
          className="day-button"
          disabled
          title={t(['接单后显示电话', 'The number comes with the acceptance'])}
        >
          <Phone size={20} aria-hidden />
          {t(['接单后可拨', 'After accepting'])}
        </button>
      )}
      <a
        className="day-button"
        href={mapLink(platformOf(navigator.userAgent), order?.address ?? '', order?.location || null)}
        target="_blank"
        rel="noreferrer"
      >
        <Navigation size={20} aria-hidden />
        {t(['导航', 'Navigate'])}
      </a>
    </div>
  );
}

/** The button of the visit's next step, with a note of what the step causes. */
export function NextButton({ visit, stop, now }: { visit: Visit; stop?: DayStop; now: string }): ReactElement | null {
  const t = useT();
  const { begin, busy } = useSteps(visit);
  const step = nextStepOf(visit);
  if (!step) return null;
  const Icon = icons[step];
  const arrival = addMinutes(now, stop?.minutes ?? 30).slice(11, 16);
  const after: Partial<Record<NextStep, Label>> = {
    accept: ['接单后可拨打客户电话，没有网络也可以', 'Then the customer’s number is on this phone, also offline'],
    depart: [`出发后自动短信告知客户：约 ${arrival} 到`, `The customer is told by SMS: about ${arrival}`],
    arrive: ['到达后客户收到验收码', 'The customer then gets the acceptance code'],
    appoint: ['约好后客户收到短信', 'The customer then gets an SMS'],
  };
  return (
    <>
      <button
        type="button"
        className="day-button strong big"
        data-step={step}
        disabled={busy}
        onClick={() => begin(step)}
      >
        <Icon size={22} aria-hidden />
        {t(words[step])}
      </button>
      {after[step] && <p className="day-after">{t(after[step])}</p>}
    </>
  );
}

/** Parts that the van lacks: those on their way count as there. The nearest place with the missing ones is named. */
function Lacking({ state, inVan }: { state: VisitParts | null; inVan: number }): ReactElement {
  const t = useT();
  if (state?.missing === 0)
    return <em className="day-tag green">{t(['备件齐，还在路上', 'Parts ready, on their way'])}</em>;
  const place = state?.store ?? (state?.vanOf ? t([`${state.vanOf}车上`, `${state.vanOf}'s van`]) : null);
  return (
    <>
      <em className="day-tag red">
        {state
          ? t([`缺 ${state.missing} 种`, `${state.missing} missing`])
          : t([`车上缺 ${inVan} 种`, `${inVan} not in the van`])}
      </em>
      {place && <small> {t([`${place}有`, `at ${place}`])}</small>}
    </>
  );
}

/** Parts to bring, and whether they are ready. */
export function Bring({ visit, bag }: { visit: Visit; bag: readonly BagItem[] }): ReactElement | null {
  const t = useT();
  // A day that an older release stored has no list of parts.
  const parts = visit.bring ?? [];
  const tools = visit.dispatch?.toolHint;
  if (parts.length === 0 && !tools) return null;
  const lacking = parts.filter(
    (part) =>
      !bag.some(
        (one) =>
          one.materialId === part.materialId && one.materialStatus !== 'used' && Number(one.available) >= part.qty,
      ),
  );
  return (
    <p className="day-line">
      <PackageCheck size={20} aria-hidden />
      <span>
        {[...parts.map((part) => `${part.name} ×${part.qty}`), ...(tools ? [tools] : [])].join(t(['、', ', ']))}
        {parts.length > 0 &&
          (lacking.length === 0 ? (
            <em className="day-tag green">{t(['都在车上', 'All in the van'])}</em>
          ) : (
            <Lacking state={visit.parts ?? null} inVan={lacking.length} />
          ))}
      </span>
    </p>
  );
}

function Leave({ stop, now }: { stop: DayStop; now: string }): ReactElement | null {
  const t = useT();
  const { taskStatus: state, acceptDue } = stop.visit;
  if (state === 'pendingAccept' && acceptDue) {
    const left = minutesBetween(now, acceptDue);
    return (
      <span className="day-due" data-late={left < 0}>
        <Clock size={18} aria-hidden />
        {left < 0
          ? t(['接单已超时', 'Acceptance is overdue'])
          : t([`接单剩 ${timeLeftLabel(left)[0]}`, `${timeLeftLabel(left)[1]} to accept`])}
      </span>
    );
  }
  if (!['accepted', 'appointed'].includes(state)) return null;
  const left = minutesToLeave(stop, now);
  if (left > 60) return null;
  return (
    <span className="day-due" data-late={left < -15}>
      <Clock size={18} aria-hidden />
      {left > 0 ? t([`${left} 分后出发`, `Leave in ${left} min`]) : t(['该出发了', 'Time to leave'])}
    </span>
  );
}

/** Tags of a visit: an important or blocked customer, high urgency, urges. */
export function Marks({ visit }: { visit: Visit }): ReactElement {
  const t = useT();
  const order = visit.registration;
  return (
    <>
      {['vip', 'gold', 'black'].includes(visit.customerLevel) && (
        <em className={`day-tag ${visit.customerLevel === 'black' ? 'red' : ''}`}>
          <KeyWord of={customerLevel} value={visit.customerLevel} />
        </em>
      )}
      {order && order.urgency !== 'normal' && (
        <em className="day-tag red">
          <KeyWord of={urgency} value={order.urgency} />
        </em>
      )}
      {(order?.urgeCount || 0) > 0 && (
        <em className="day-tag red">
          {t([`催 ${order?.urgeCount}`, order?.urgeCount === 1 ? '1 follow-up' : `${order?.urgeCount} follow-ups`])}
        </em>
      )}
    </>
  );
}

/** System and fault of the order in one line. */
export function FaultNote({ visit }: { visit: Visit }): ReactElement | null {
  const order = visit.registration;
  if (!order) return null;
  return (
    <>
      <KeyWord of={repairType} value={order.repairType} />
      {order.faultCategory && (
        <>
          {' · '}
          <KeyWord of={faultCategory} value={order.faultCategory} />
        </>
      )}
    </>
  );
}

/** The current or next visit. */
export function NextVisit({ stop, bag, now }: { stop: DayStop; bag: readonly BagItem[]; now: string }): ReactElement {
  const t = useT();
  const { go } = usePlace();
  const { visit } = stop;
  const order = visit.registration;
  const other = earlierDayOf(visit, now.slice(0, 10));
  const lead: Label = ['traveling', 'working', 'paused'].includes(visit.taskStatus)
    ? ['这一单', 'Now']
    : ['下一单', 'Next'];
  return (
    <section className="day-card day-next" data-visit={visit.id}>
      <header>
        <b className="day-accent">{t(lead)}</b>
        <span>
          {other && <b className="day-other">{t(other)} </b>}
          {beginOf(visit).slice(11, 16)}–{endOf(visit).slice(11, 16)}
        </span>
        <KeyPill of={taskStatus} value={visit.taskStatus} />
        <Leave stop={stop} now={now} />
      </header>
      <button type="button" className="day-open" onClick={() => go('visit', visit.id)}>
        <span className="day-name">
          <b>{order?.customerName}</b>
          <Marks visit={visit} />
        </span>
        <span className="day-fault">
          <FaultNote visit={visit} />
          {order?.content && <small>{order.content}</small>}
        </span>
      </button>
      {visit.completion.backReason && (
        <p className="day-line bad">
          <TriangleAlert size={20} aria-hidden />
          <span className="long-text">
            {t(['退回重填：', 'Sent back: '])}
            {visit.completion.backReason}
          </span>
        </p>
      )}
      <p className="day-line">
        <MapPin size={20} aria-hidden />
        <span>
          {order?.address}{' '}
          {stop.km !== null && (
            <small>{t([`${stop.km} km，约 ${stop.minutes} 分`, `${stop.km} km, ${stop.minutes} min`])}</small>
          )}
        </span>
      </p>
      <Bring visit={visit} bag={bag} />
      <CallAndGo visit={visit} />
      <NextButton visit={visit} stop={stop} now={now} />
    </section>
  );
}
