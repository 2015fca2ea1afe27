import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { momentOf } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { DoorVerdict } from './door.calls.ts';

const clock = (ms: number): string => momentOf(new Date(ms)).slice(11, 16);

/** Return a short headline on the state of the check. */
function headline({ isHolding, isConfirmed, slots, heardAt }: DoorVerdict): Label {
  const gone = slots.filter(Boolean).length;
  if (isConfirmed) return ['遥测确认：故障已消失 10 分', 'Confirmed: without the fault for 10 min'];
  if (heardAt === null) return ['还没有收到数据', 'Nothing heard yet'];
  if (isHolding) return ['故障还在', 'The fault is still there'];
  return [`故障已消失 ${gone} 分，满 10 分确认`, `Without the fault for ${gone} of 10 min`];
}

/** Return why the check is in this state, and the next step. */
function because({ title, isHolding, since, restart }: DoorVerdict): Label {
  if (isHolding) return [`${title[0]} 仍在报`, `${title[1]} is still reported`];
  const again: Label = restart
    ? [`；${clock(restart.at)} ${restart.words[0]}`, `; ${clock(restart.at)} ${restart.words[1]}`]
    : ['，之后没有再报', ', not reported since'];
  return since === null
    ? title
    : [`${title[0]} ${clock(since)} 消失${again[0]}`, `${title[1]} gone at ${clock(since)}${again[1]}`];
}

/** Shows the ten minutes of the check as ten fields; each fills when its minute has passed without the fault. */
export function DoorSlots({ of }: { of: DoorVerdict }): ReactElement {
  const t = useT();
  const { isConfirmed, isHolding, slots, since, doneAt } = of;
  const tone = isConfirmed ? 'green' : isHolding ? 'red' : 'blue';
  return (
    <div className="door-slots" data-tone={tone}>
      <p className="door-headline" role="status">
        {isConfirmed ? (
          <CircleCheck size={22} aria-hidden />
        ) : isHolding ? (
          <CircleAlert size={22} aria-hidden />
        ) : (
          <Hourglass size={22} aria-hidden />
        )}
        <b>{t(headline(of))}</b>
      </p>
      <p>{t(because(of))}</p>
      <ol aria-label={t(['十分钟', 'Ten minutes'])}>
        {slots.map((isFull, at) => (
          <li key={at} data-full={isFull} />
        ))}
      </ol>
      <p className="door-ends">
        <span>{since === null ? '' : clock(since)}</span>
        <span>{t(['没信号也不要紧，平台在计时', 'The platform counts, also without a signal here'])}</span>
        <span>{doneAt === null ? '' : clock(doneAt)}</span>
      </p>
    </div>
  );
}
