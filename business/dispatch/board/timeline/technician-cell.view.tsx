import {
  AirVent,
  CalendarOff,
  CircuitBoard,
  CloudDrizzle,
  Droplet,
  Droplets,
  Fan,
  Flame,
  Heater,
  type LucideIcon,
  ShowerHead,
  Wind,
  Wrench,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { lengthWords } from '#kernel/language/days.ts';
import type { BoardSkill, BoardTechnician } from '../board.calls.ts';
import { useWords } from '../state/words.view.tsx';
import { loadTone } from './timeline.rules.ts';

const icons: Readonly<Record<string, LucideIcon>> = {
  hvac: AirVent,
  floorHeat: Heater,
  radiator: Heater,
  boiler: Flame,
  heatPump: Fan,
  freshAir: Wind,
  waterPure: Droplet,
  softWater: Droplets,
  hotWater: ShowerHead,
  dehumid: CloudDrizzle,
  smartHome: CircuitBoard,
};

/** Maximal number of skill icons, as more could not be distinguished. */
const MAX_MARKS = 3;

/** Icons for the systems of a technician's skills; the tooltip of each names the skills. */
function SkillMarks({ of, skills }: { of: BoardTechnician; skills: readonly BoardSkill[] }): ReactElement {
  const words = useWords();
  const own = skills.filter((one) => of.skills.includes(one.id));
  const systems = [...new Set(own.map((one) => one.system))]
    .map((system) => ({ system, held: own.filter((one) => one.system === system) }))
    .toSorted((one, other) => other.held.length - one.held.length)
    .slice(0, MAX_MARKS);
  return (
    <span className="skill-marks">
      {systems.map(({ system, held }) => {
        const Icon = icons[system] ?? Wrench;
        return (
          <span
            key={system}
            role="img"
            aria-label={words.system.of(system)}
            title={`${words.system.of(system)}: ${held.map((one) => one.name).join('、')}`}
          >
            <Icon size={12} aria-hidden />
          </span>
        );
      })}
    </span>
  );
}

/** The load of a technician, with the additional load of the order or visit that is dragged over the row. */
function LoadBar({ minutes, more, capacity }: { minutes: number; more: number; capacity: number }): ReactElement {
  const t = useT();
  const whole = Math.max(1, capacity);
  const tone = loadTone(minutes + more, capacity);
  return (
    <span className="load" data-tone={tone}>
      <span className="load-bar" aria-hidden>
        <i style={{ width: `${Math.min(100, (minutes / whole) * 100)}%` }} />
        {more > 0 && (
          <u style={{ width: `${Math.min(100 - Math.min(100, (minutes / whole) * 100), (more / whole) * 100)}%` }} />
        )}
      </span>
      <small
        title={t([
          `已排 ${lengthWords(minutes + more)[0]}，容量 ${lengthWords(capacity)[0]}`,
          `planned ${lengthWords(minutes + more)[1]} of ${lengthWords(capacity)[1]}`,
        ])}
      >
        <b>{minutes + more}</b>/{capacity}
      </small>
    </span>
  );
}

interface CellProps {
  readonly of: BoardTechnician;
  readonly skills: readonly BoardSkill[];
  readonly minutes: number;
  readonly capacity: number;
  readonly more: number;
  readonly rank: number;
  /** Take the technician off the board; absent if the person may not. */ readonly onOff?: () => void;
}

/** Head of a row: name, team, skills and load. A `rank` above 0 marks the best technicians for the chosen order. */
export function TechnicianCell({ of, skills, minutes, capacity, more, rank, onOff }: CellProps): ReactElement {
  const t = useT();
  const words = useWords();
  return (
    <div className="technician" role="rowheader">
      <span className="technician-face" aria-hidden>
        {of.name.slice(0, 1)}
        {rank > 0 && <i>{rank}</i>}
      </span>
      <span className="technician-name" title={`${of.name} · ${words.team.of(of.team)}`}>
        <b>{of.name}</b>
        {rank > 0 && <span className="sr-only">{t([`推荐第 ${rank}`, `suggested no. ${rank}`])}</span>}{' '}
        <small className="quiet">{words.team.of(of.team)}</small>
      </span>
      {onOff && (
        <button
          type="button"
          className="technician-off"
          aria-label={t([`${of.name}今天不来`, `${of.name} is not coming today`])}
          title={t(['今天不来：停派，收回任务', 'Not coming today: block, take the visits back'])}
          onClick={onOff}
        >
          <CalendarOff size={14} aria-hidden />
        </button>
      )}
      <SkillMarks of={of} skills={skills} />
      <LoadBar minutes={minutes} more={more} capacity={capacity} />
    </div>
  );
}
