import { endingsOf } from '#kernel/language/lifecycle.ts';
import { rooms } from '../../../server/rooms.ts';
import { GLOSSARY } from '../words/glossary.ts';

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/**
 * Return the text of docs/words.md: every paper, state and dictionary in both languages, with its name in the code and
 * on the wire.
 */
export async function makeWords(): Promise<string> {
  const lines = [
    '# Words',
    '',
    'Generated from the definitions by `npm run check -- --fix`; do not edit.',
    '',
    '## Terms of the trade',
    '',
    'One word in each language (`tools/check/words/glossary.ts`); `npm run check` refuses a label that uses another.',
    '',
    row('中文', 'English', 'not'),
    row('---', '---', '---'),
    ...GLOSSARY.map(({ zh, en, not = [] }) => row(zh, en, not.join(', '))),
    '',
  ];
  for (const room of rooms.filter(({ papers, dictionaries }) => papers.length + dictionaries.length > 0)) {
    lines.push(
      `## ${room.title[0]} · ${room.title[1]} (\`business/${room.name}\`)`,
      '',
      row('中文', 'English', 'in code', 'table', 'on the wire'),
      row('---', '---', '---', '---', '---'),
    );
    for (const paper of room.papers)
      lines.push(
        row(paper.title[0], paper.title[1], `\`${paper.name}\``, `\`${paper.table}\``, `\`/api/${paper.path}\``),
      );
    lines.push('');
    for (const paper of room.papers) {
      const life = paper.lifecycle;
      if (!life) continue;
      lines.push(
        `**${paper.title[0]} · ${paper.title[1]}**: ${Object.entries(life.states.items)
          .filter(([key]) => !life.unused?.includes(key))
          .map(([key, item]) => `${item[0]} ${item[1]} (\`${key}\`)`)
          .join(', ')}. Actions: ${Object.entries(life.actions)
          .map(
            ([name, action]) =>
              `${action.label[0]} ${action.label[1]} (\`${name}\`: ${action.from.join(', ')} → ${endingsOf(action).join(' or ')})`,
          )
          .join('; ')}.`,
        '',
      );
    }
    lines.push(row('字典', 'Dictionary', 'code', 'items'), row('---', '---', '---', '---'));
    for (const one of room.dictionaries)
      lines.push(
        row(
          one.title[0],
          one.title[1],
          `\`${one.code}\``,
          Object.entries(one.items)
            .map(([key, item]) => `${item[0]}/${item[1]} \`${key}\``)
            .join(', '),
        ),
      );
    lines.push('');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
