import type { Language } from '#kernel/language/label.ts';
import { language } from './words.ts';

/**
 * Return a phone number for a reader: a mobile number, also a masked one, as 138 0013 8000 in English. All others are
 * unchanged.
 */
export const phoneWords = (phone: string, spoken: Language = language()): string =>
  spoken === 'en' && /^1[\d*]{10}$/.test(phone) ? `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}` : phone;
