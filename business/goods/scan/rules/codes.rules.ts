import { codeText } from '#kernel/fields/text/code-text.ts';

/** Commands on the card of the counter, by their codes. */
export const COMMANDS = ['UNDO', 'SHORT', 'QTY', 'NEXT'] as const;
export type CounterCommand = (typeof COMMANDS)[number];

const PREFIX = 'ANJU:';
const BADGE = `${PREFIX}T:`;
const PLACE = `${PREFIX}B:`;

export const commandCode = (command: CounterCommand): string => `${PREFIX}${command}`;

/** Return the code of a technician's badge. */
export const badgeCode = (technicianNo: string): string => `${BADGE}${technicianNo}`;

/** Return the code of a place in a store. */
export const placeCode = (bin: string): string => `${PLACE}${bin}`;

/** The meaning of a scanned text, by its form. */
export type Code =
  | { readonly is: 'command'; readonly command: CounterCommand }
  | { readonly is: 'badge'; readonly technicianNo: string }
  | { readonly is: 'place'; readonly bin: string }
  | { readonly is: 'paper'; readonly no: string }
  | { readonly is: 'thing'; readonly code: string };

/** Numbers of shipments, requests, returns and applications for tools. */
const PAPER = /^(?:FL|LL|TL|GJ)\d{6,}$/;

/** Return what a scanned text means: a command, a badge, the place of a shelf, a paper, or the code of a thing. */
export function readCode(text: string): Code {
  const code = codeText(text);
  const command = COMMANDS.find((one) => commandCode(one) === code);
  if (command) return { is: 'command', command };
  if (code.startsWith(BADGE)) return { is: 'badge', technicianNo: code.slice(BADGE.length) };
  if (code.startsWith(PLACE)) return { is: 'place', bin: code.slice(PLACE.length) };
  return PAPER.test(code) ? { is: 'paper', no: code } : { is: 'thing', code };
}
