import type { Label } from '#kernel/language/label.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Return an age in its largest unit only, such as 3 hours: `3 时`, `3 h`. */
export function ageWords(seconds: number): Label {
  const past = Math.max(0, Math.floor(seconds));
  if (past < MINUTE) return [`${past} 秒`, `${past} s`];
  if (past < HOUR) return [`${Math.floor(past / MINUTE)} 分`, `${Math.floor(past / MINUTE)} min`];
  if (past < DAY) return [`${Math.floor(past / HOUR)} 时`, `${Math.floor(past / HOUR)} h`];
  return [`${Math.floor(past / DAY)} 天`, `${Math.floor(past / DAY)} d`];
}

/** Return a duration in its two largest units, such as 3 hours and 51 minutes: 3 时 51 分. */
export function spanWords(seconds: number): Label {
  const past = Math.max(0, Math.floor(seconds));
  if (past < HOUR) return ageWords(past);
  const [large, small, zh, en] =
    past < DAY ? [HOUR, MINUTE, ['时', '分'], ['h', 'min']] : [DAY, HOUR, ['天', '时'], ['d', 'h']];
  const [whole, rest] = [Math.floor(past / large), Math.floor((past % large) / small)];
  if (rest === 0) return [`${whole} ${zh[0]}`, `${whole} ${en[0]}`];
  return [`${whole} ${zh[0]} ${rest} ${zh[1]}`, `${whole} ${en[0]} ${rest} ${en[1]}`];
}
