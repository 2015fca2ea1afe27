import { Check } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Action } from '#kernel/language/lifecycle.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useActing } from '../../actions/actions.tsx';
import { shortMoment } from '../../i18n/dates.ts';
import { useT } from '../../i18n/words.ts';
import { iconOf } from '../../menus/icons.ts';
import type { BandStation, BandStep } from '../../registry/band.ts';
import { fetchRow } from '../../registry/paper-calls.ts';
import { findPaper } from '../../registry/papers.ts';
import { useKeys } from '../../shortcuts/keys.ts';
import { OthersHere } from './others-here.tsx';
import type { ReadBand } from './use-band.ts';
import './band.css';

/**
 * Return a document number without its date, BX202611250057 as BX···0057, because the strip shows the date beside it.
 */
const shortNumber = (no: string): string => no.replace(/^([A-Z]+)\d{4,}(\d{4})$/, '$1···$2');

function Station({ one, isStill }: { one: BandStation; isStill: boolean }): ReactElement {
  const t = useT();
  const name = (
    <>
      {t(one.label)}
      {one.count > 1 && <small>{one.count}</small>}
    </>
  );
  return (
    <li className="band-station" data-mark={one.mark} data-tone={one.tone} aria-current={one.here ? 'step' : undefined}>
      <i aria-hidden>{one.mark === 'done' && <Check size={9} strokeWidth={3} />}</i>
      <b>{name}</b>
      {one.id ? (
        <>
          {isStill || one.here || !one.to ? (
            <span className="mono">{shortNumber(one.no)}</span>
          ) : (
            <Link className="mono" to={one.to} title={one.no}>
              {shortNumber(one.no)}
            </Link>
          )}
          <span className="band-state" title={`${one.state} ${one.at}`}>
            {one.state}
          </span>
          <small className="quiet">{one.at && shortMoment(one.at)}</small>
        </>
      ) : (
        <span className="quiet">{t(['未到', 'Not yet'])}</span>
      )}
    </li>
  );
}

interface StepProps {
  readonly step: BandStep;
  /** Show the button as an ordinary one, because the record has another primary button. */ readonly plain: boolean;
}

function DoButton({ step, plain, icon, onDo }: StepProps & { icon: string; onDo: () => void }): ReactElement {
  const t = useT();
  const Icon = iconOf(icon);
  useKeys(plain ? [] : [{ keys: 'a', label: step.label, run: onDo }]);
  return (
    <button type="button" className={plain ? 'button' : 'button strong'} onClick={onDo}>
      <Icon size={15} aria-hidden />
      {t(step.label)}
      {!plain && <kbd>A</kbd>}
    </button>
  );
}

/**
 * Button for the next step of the service case, if it is an action of another paper than the shown record's. A press
 * runs the action without leaving the page.
 */
function StepOfPaper({ of, action, ...props }: StepProps & { of: AnyPaper; action: Action }): ReactElement {
  const { step } = props;
  const acting = useActing(of);
  const run = async (): Promise<void> => acting.run([step.action, action], [await fetchRow(of, step.id)]);
  return (
    <>
      <DoButton {...props} icon={action.icon ?? 'check'} onDo={() => void run()} />
      {acting.element}
    </>
  );
}

/**
 * Button for the next step of the service case, if it belongs to another row than the shown one. A press runs the
 * action, or opens the page on which it is done (`to`).
 */
function StepButton(props: StepProps): ReactElement | null {
  const { step } = props;
  const navigate = useNavigate();
  if (step.to) return <DoButton {...props} icon="send" onDo={() => void navigate(step.to)} />;
  const of = findPaper(step.paper);
  const action = of?.lifecycle?.actions[step.action];
  return of && action ? <StepOfPaper {...props} of={of} action={action} /> : null;
}

/** A sentence with the next step of the service case and the person who does it. */
function Sentence({ step, isOwn }: { step: BandStep; isOwn: boolean }): ReactElement {
  const t = useT();
  const [who, what] = [step.who, step.label];
  return (
    <span className="band-words">
      <span className="quiet">{t(['下一步', 'Next'])}</span>{' '}
      {t([`${who[0]} ${what[0]}`, `${what[1]}${who[1] && `, by ${who[1]}`}`])}{' '}
      {!isOwn && step.no && <span className="mono quiet">{step.no}</span>}
    </span>
  );
}

/**
 * The strip above the tabs of a record. It shows the papers of its whole service case by stage, from the request to the
 * end, and the next step. It has its full height while it loads.
 */
export default function BandStrip({
  read,
  id,
  plain,
  isStill = false,
}: {
  read: ReadBand;
  id: string;
  /** The record has a primary button of its own, so the strip shows an ordinary one. */ plain: boolean;
  /** Shown beside a form, without links and buttons. */ isStill?: boolean;
}): ReactElement {
  const t = useT();
  const { band } = read;
  const step = band?.step;
  const row = useRef<HTMLOListElement>(null);
  // Scroll the stage of this record into view, which may be outside on a phone.
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && here) row.current.scrollLeft = here.offsetLeft - row.current.clientWidth / 2;
  }, [band]);
  return (
    <section className="band" aria-label={t(['这一单', 'The case'])} aria-busy={!band}>
      <ol ref={row}>
        {band ? (
          band.stations.map((one) => <Station key={one.kind} one={one} isStill={isStill} />)
        ) : (
          <li>
            <i className="skeleton" style={{ width: '60%' }} />
          </li>
        )}
      </ol>
      <p className="band-next">
        {step ? (
          <Sentence step={step} isOwn={step.id === id} />
        ) : (
          band && <span className="quiet">{t(['没有要做的了', 'Nothing waits any more'])}</span>
        )}
        <span className="spring" />
        {!isStill && step?.may && step.id !== id && (
          <StepButton key={`${step.id}${step.action}${step.to}`} step={step} plain={plain} />
        )}
      </p>
      {band && !isStill && <OthersHere others={band.others} />}
    </section>
  );
}
