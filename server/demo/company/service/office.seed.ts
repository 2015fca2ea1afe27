import type { Context } from '#kernel/server/context.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { type VisitResult, isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { addMinutes, dayOf } from '#kernel/language/days.ts';
import { type Chance, type DemoUser, twoDigits } from '#business/system/seed/demo-world.seed.ts';
import type { Crewman } from '../people.seed.ts';
import type { Crew, Leg } from './leg.ts';
import { later, workdayAfter } from './moments.ts';

/** Maximum number of visits of one job. */
export const MAX_VISITS = 3;

const corrections = [
  '铭牌照片看不清，请补拍',
  '水压读数漏填单位',
  '维保内容太简单，请写明处理部位',
  '里程与定位不符，请核对',
] as const;

type Judgement = 'fine' | 'leader' | 'office' | 'redo';

/** A finished visit: its technician, end and result. */
export interface Ended {
  readonly man: Crewman;
  readonly done: string;
  readonly result: VisitResult;
}

/** A further visit of a job: its earliest moment, and an account that must not make it. */
export interface VisitToCome {
  readonly ready: string;
  readonly without?: DemoUser | string;
}

/** Plans how leaders and back office check finished visits; they object to a few. */
export class VisitOffice {
  readonly #chance: Chance;
  readonly #crew: Crew;

  constructor(chance: Chance, crew: Crew) {
    this.#chance = chance;
    this.#crew = crew;
  }

  /**
   * Plan the checks of a visit: the leader's in the evening or next morning, the back office's on a later working day.
   * Return the next visit if one is needed.
   */
  judge(leg: Leg, { man, done, result }: Ended): VisitToCome | undefined {
    const { job, run, nth, at } = leg;
    const chance = this.#chance;
    const leader = this.#crew.leaderOf(man, job);
    const verdict = this.#verdict(leg, result);
    if (verdict !== 'redo' && result === 'done') job.over?.(done);
    const looked = this.#looksAt(done);
    const seen = verdict === 'leader' ? this.#sentBack(leg, { man, leader, looked }) : looked;
    at(seen, leader, (context) => context.act(visit, run.visitId, 'confirm'));
    const days = chance.percent(6) ? chance.between(2, 4) : 1;
    const morning = `${workdayAfter(dayOf(seen), days)} ${chance.pick(['09', '10', '11', '14'])}:${chance.between(10, 55)}:00`;
    if (verdict === 'redo') return this.#redone(leg, morning);
    if (result !== 'noAccess')
      at(verdict === 'office' ? this.#corrected(leg, man, morning) : morning, 'as_cs_lead', (context) =>
        context.act(completion, run.completionId, 'pass'),
      );
    if (isFinal(result) || nth >= MAX_VISITS) return undefined;
    // A leader who must still confirm this visit cannot make the next one.
    return {
      ready: `${workdayAfter(dayOf(done), this.#waits(result))} 09:00:00`,
      ...(verdict === 'leader' && { without: leader }),
    };
  }

  #looksAt(done: string): string {
    const chance = this.#chance;
    const looked = chance.percent(82)
      ? `${dayOf(done)} 18:${chance.between(10, 55)}:00`
      : `${workdayAfter(dayOf(done), 1)} 08:${twoDigits(chance.between(5, 50))}:00`;
    return later(looked, addMinutes(done, 10));
  }

  /** Plan that the back office orders the work to be done again after a complaint. Return the next visit. */
  #redone({ run, at }: Leg, morning: string): VisitToCome {
    at(morning, 'as_cs_lead', (context) =>
      context.act(completion, run.completionId, 'redo', { reason: '回访：故障当晚再次出现，客户要求重新上门' }),
    );
    return { ready: later(addMinutes(morning, 30), `${dayOf(morning)} 09:00:00`) };
  }

  /** Return the working days until the next visit: longer if a part or an expert is needed. */
  #waits(result: VisitResult): number {
    return ['needParts', 'needExpert'].includes(result) ? this.#chance.between(2, 4) : 1;
  }

  /**
   * Choose the objection to a visit, mostly none. Only finished work is done again, and never an installation by two.
   */
  #verdict({ job, nth }: Leg, result: VisitResult): Judgement {
    if (result === 'noAccess') return 'fine';
    const verdict = this.#chance.weighted<Judgement>({ fine: 93, leader: 3, office: 3, redo: 1 });
    const again = isFinal(result) && nth < MAX_VISITS && !job.inTwos;
    return verdict === 'redo' && !again ? 'fine' : verdict;
  }

  /** Plan that the leader sends a visit back for a better text. Return when the leader checks again. */
  #sentBack(
    { run, at }: Leg,
    { man, leader, looked }: { man: Crewman; leader: DemoUser | string; looked: string },
  ): string {
    at(looked, leader, (context, lane) =>
      context.act(visit, run.visitId, 'sendBack', { reason: lane.pick(corrections) }),
    );
    const again = addMinutes(`${workdayAfter(dayOf(looked), 1)} 08:00:00`, this.#chance.between(5, 50));
    at(again, man.user, (context) => rewrite(context, run.completionId));
    return addMinutes(again, this.#chance.between(20, 90));
  }

  /** Plan that the back office returns the completion for correction. Return when it checks again. */
  #corrected({ run, at }: Leg, man: Crewman, morning: string): string {
    at(morning, 'as_cs_lead', (context, lane) =>
      context.act(completion, run.completionId, 'refill', { reason: lane.pick(corrections) }),
    );
    const again = addMinutes(morning, this.#chance.between(50, 500));
    at(again, man.user, (context) => rewrite(context, run.completionId));
    return addMinutes(again, this.#chance.between(15, 120));
  }
}

/** Add to the text of a completion, and submit it again. */
async function rewrite(context: Context, completionId: string): Promise<void> {
  const { maintenanceContent } = await context.get(completion, completionId);
  await context.change(completion, completionId, {
    maintenanceContent: `${maintenanceContent}。已补充说明并核对读数。`,
  });
  await context.act(completion, completionId, 'submit');
}
