import type { Label } from '#kernel/language/label.ts';

/** Return the variables of a template, each once, in order: `${name}`. */
export const variablesIn = (content: string): string[] => [
  ...new Set([...content.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name)),
];

/** Fill in a template, and return the variables without a value. */
export function filled(
  content: string,
  values: Readonly<Record<string, string | null | undefined>>,
): { readonly text: string; readonly missing: readonly string[] } {
  const valueOf = (name: string): string => (Object.hasOwn(values, name) && values[name]) || '';
  const missing = variablesIn(content).filter((name) => !valueOf(name));
  return { text: content.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => valueOf(name) || '____'), missing };
}

/** Name of the variable of a link. */
export const LINK_NAME = 'link';

/** Place of a link in a template. It stays in the text until the message is sent. */
export const LINK = `\${${LINK_NAME}}`;

/** Return a template without the sentences that contain the link. */
export const withoutLink = (content: string): string =>
  content
    .split(/(?<=[。；！？!?;\n])/)
    .filter((sentence) => !sentence.includes(LINK))
    .join('')
    .trim();

/** Hours within which advertising is sent, in the tenant's time zone. */
const MARKETING_HOURS = ['09:00', '20:00'] as const;

/** The opt-out sentence that each advertising text must contain. */
export const OPT_OUT_WORDS = '拒收请回复R';

/** Why a phone whose owner opted out gets no message. */
export const OPTED_OUT: Label = ['客户已退订', 'The customer wants no messages'];

/** Why a customer who did not agree to advertising gets none. */
export const NO_ADVERTISING: Label = ['客户未同意接收营销信息', 'The customer has not agreed to advertising'];

/** The recent messages of a phone, and the wishes of its owner. */
export interface PhoneRecord {
  readonly optedOut: boolean;
  /** Did the customer agree to advertising? */
  readonly acceptsAdvertising: boolean;
  readonly sentToday: number;
  readonly sameLately: boolean;
}

/** Return why a message is blocked; null if it is not. Source: after-sales design §8.5. */
export function blockedBy(
  message: { readonly marketing: boolean; readonly text: string; readonly now: string },
  phone: PhoneRecord,
  mostPerDay: number,
): Label | null {
  if (phone.optedOut) return OPTED_OUT;
  if (message.marketing && !phone.acceptsAdvertising) return NO_ADVERTISING;
  if (phone.sameLately) return ['5分钟内已发送相同内容', 'The same was sent within five minutes'];
  if (phone.sentToday >= mostPerDay)
    return [`该号码当日已达${mostPerDay}条上限`, `This number had its ${mostPerDay} messages of the day`];
  if (!message.marketing) return null;
  const clock = message.now.slice(11, 16);
  if (clock < MARKETING_HOURS[0] || clock >= MARKETING_HOURS[1])
    return ['营销短信只在09:00–20:00发送', 'Advertising is sent from 09:00 to 20:00 only'];
  return message.text.includes(OPT_OUT_WORDS)
    ? null
    : [`营销短信须含“${OPT_OUT_WORDS}”`, `Advertising must say “${OPT_OUT_WORDS}”`];
}
