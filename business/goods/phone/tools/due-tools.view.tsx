import { Camera } from 'lucide-react';
import type { ReactElement } from 'react';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { FileThumb } from '#kernel/web/pickers/file-thumb.tsx';
import type { HeldTool } from './own-tools.calls.ts';
import { DUE_TONES, dueState, toolDueWords, toolsByDue } from './tool-steps.rules.ts';

const MAX_SHOWN = 5;
const THUMB = 44;

/** A tool that is due, with its photo of the hand-out. */
function DueTool({ of, today }: { of: HeldTool; today: string }): ReactElement {
  const t = useT();
  const [photo] = of.outPhoto ?? [];
  return (
    <li className="day-line-row goods-row" data-due-tool={of.toolCode}>
      {photo ? (
        <FileThumb link={photo} name={`${t(['领用照', 'Photo out'])} ${of.toolName}`} size={THUMB} />
      ) : (
        <span className="goods-no-photo" title={t(['没有领用照', 'No photo of the hand-out'])}>
          <Camera size={20} aria-hidden />
        </span>
      )}
      <span>
        <b>
          {of.toolName}
          {Number(of.qty) > 1 && ` ×${Number(of.qty)}`}
        </b>
        <small>{[of.toolCode, of.serialNo].filter(Boolean).join(' · ')}</small>
      </span>
      <span className="end">
        <span className={`pill ${DUE_TONES[dueState(of, today)]}`}>{t(toolDueWords(of, today))}</span>
      </span>
    </li>
  );
}

/** The tools that are due today or overdue, the oldest first; nothing where none is. */
export function DueTools({ tools, today }: { tools: readonly HeldTool[]; today: string }): ReactElement | null {
  const t = useT();
  const due = toolsByDue(tools).filter((one) => ['overdue', 'today'].includes(dueState(one, today)));
  if (due.length === 0) return null;
  const more = due.length - MAX_SHOWN;
  return (
    <ul className="day-rows" aria-label={t(['今天要还的工具', 'Tools due today'])}>
      {due.slice(0, MAX_SHOWN).map((one) => (
        <DueTool key={one.id} of={one} today={today} />
      ))}
      {more > 0 && <li className="goods-none">{t([`另有 ${more} 件`, counted(more, 'more tool')])}</li>}
    </ul>
  );
}
