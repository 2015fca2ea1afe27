import type { Language } from '#kernel/language/label.ts';
import { language } from './words.ts';

/** A mobile number as it is read: in one piece in Chinese, 138 0013 8000 in English; masked ones alike. Other numbers as they are written. */
export const phoneWords = (phone: string, spoken: Language = language()): string =>
  spoken === 'en' && /^1[\d*]{10}$/.test(phone) ? `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}` : phone;
