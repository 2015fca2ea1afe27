import { Pause, PencilRuler, Play, Trash2, Workflow } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';

interface ProcessToolsProps {
  /** Show the diagram; absent: not permitted. */ readonly see?: () => void;
  /** Open the process in the designer; absent: not offered. */ readonly design?: () => void;
  readonly isOn: boolean;
  /** Suspend or activate the process or instance; absent: not permitted. */ readonly turn?: () => void;
  readonly end?: () => void;
  readonly endLabel: Label;
}

/** Buttons of a process or instance: show its diagram, design it, suspend or activate it, end it. */
export function ProcessTools({ see, design, isOn, turn, end, endLabel }: ProcessToolsProps): ReactElement {
  const t = useT();
  return (
    <>
      {see && (
        <button type="button" className="button plain" onClick={see}>
          <Workflow size={15} aria-hidden />
          {t(['流程图', 'Diagram'])}
        </button>
      )}
      {design && (
        <button type="button" className="button plain" onClick={design}>
          <PencilRuler size={15} aria-hidden />
          {t(['设计', 'Design'])}
        </button>
      )}
      {turn && (
        <button type="button" className="button plain" onClick={turn}>
          {isOn ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
          {isOn ? t(['挂起', 'Suspend']) : t(['激活', 'Activate'])}
        </button>
      )}
      {end && (
        <button type="button" className="button plain danger" onClick={end}>
          <Trash2 size={15} aria-hidden />
          {t(endLabel)}
        </button>
      )}
    </>
  );
}
