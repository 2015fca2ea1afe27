import type { Language } from '#kernel/language/label.ts';

const SECOND = 1000;
const UNITS = [
  { ms: 86_400 * SECOND, zh: '天', en: 'd' },
  { ms: 3600 * SECOND, zh: '小时', en: 'h' },
  { ms: 60 * SECOND, zh: '分', en: 'min' },
  { ms: SECOND, zh: '秒', en: 's' },
] as const;

/** Return a duration in its two largest units: 1小时2分, 1 h 2 min. */
export function durationText(ms: number, language: Language): string {
  const first = UNITS.findIndex((unit) => ms >= unit.ms);
  if (first < 0) return language === 'en' ? '0 s' : '0秒';
  let left = ms;
  const parts = UNITS.slice(first, first + 2).flatMap((unit) => {
    const count = Math.floor(left / unit.ms);
    left -= count * unit.ms;
    return count ? [language === 'en' ? `${count} ${unit.en}` : `${count}${unit.zh}`] : [];
  });
  return parts.join(language === 'en' ? ' ' : '');
}
