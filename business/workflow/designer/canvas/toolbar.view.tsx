import { Eye, FilePlus2, FolderOpen, Maximize, Redo2, Undo2, Upload, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { type EditedDrawing, fit } from './use-modeler.view.tsx';

/** Factor of one zoom step. */
const STEP = 1.2;

function Tool({
  label,
  off,
  run,
  children,
}: {
  label: string;
  /** Why the button is disabled; absent: it is not. */ off?: string;
  run: () => void;
  children: ReactNode;
}): ReactElement {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={off ?? label}
      disabled={off !== undefined}
      onClick={run}
    >
      {children}
    </button>
  );
}

/**
 * Return a function that lets the person pick a local file, and its hidden input. The input is cleared, so that the
 * same file can be picked again.
 */
function useFile(read: (xml: string, name: string) => void): { pick: () => void; input: ReactElement } {
  const input = useRef<HTMLInputElement>(null);
  return {
    pick: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        accept=".bpmn,.xml"
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void file.text().then((text) => read(text, file.name));
        }}
      />
    ),
  };
}

/** Buttons for actions on the whole drawing. */
export function DesignerToolbar({
  edited,
  onCreate,
  onOpen,
  onImport,
  onPreview,
}: {
  edited: EditedDrawing;
  onCreate: () => void;
  /** Called with a file that replaces the drawing. */
  onOpen: (xml: string, name: string) => void;
  /** Called with a file whose drawing is imported into the present model, which retains its key and name. */
  onImport: (xml: string, name: string) => void;
  onPreview: () => void;
}): ReactElement {
  const t = useT();
  const { drawing, canUndo, canRedo } = edited;
  const open = useFile(onOpen);
  const taken = useFile(onImport);
  const zoom = (by: number): void => {
    const canvas = drawing?.get('canvas');
    canvas?.zoom(canvas.zoom() * by, 'auto');
  };
  const nothing = t(['没有可撤销的改动', 'Nothing to undo']);
  return (
    <div className="design-tools" role="toolbar" aria-label={t(['画图工具', 'Drawing tools'])}>
      {open.input}
      {taken.input}
      <Tool label={t(['打开文件', 'Open a file'])} run={open.pick}>
        <FolderOpen size={16} aria-hidden />
      </Tool>
      <Tool label={t(['新建', 'New drawing'])} run={onCreate}>
        <FilePlus2 size={16} aria-hidden />
      </Tool>
      <Tool label={t(['导入到此模型', 'Import into this model'])} run={taken.pick}>
        <Upload size={16} aria-hidden />
      </Tool>
      <Tool
        label={t(['撤销', 'Undo'])}
        off={canUndo ? undefined : nothing}
        run={() => drawing?.get('commandStack').undo()}
      >
        <Undo2 size={16} aria-hidden />
      </Tool>
      <Tool
        label={t(['重做', 'Redo'])}
        off={canRedo ? undefined : t(['没有可重做的改动', 'Nothing to redo'])}
        run={() => drawing?.get('commandStack').redo()}
      >
        <Redo2 size={16} aria-hidden />
      </Tool>
      <Tool label={t(['缩小', 'Zoom out'])} run={() => zoom(1 / STEP)}>
        <ZoomOut size={16} aria-hidden />
      </Tool>
      <Tool label={t(['放大', 'Zoom in'])} run={() => zoom(STEP)}>
        <ZoomIn size={16} aria-hidden />
      </Tool>
      <Tool label={t(['全部可见', 'Fit'])} run={() => drawing && fit(drawing)}>
        <Maximize size={16} aria-hidden />
      </Tool>
      <Tool label={t(['预览', 'Preview'])} run={onPreview}>
        <Eye size={16} aria-hidden />
      </Tool>
    </div>
  );
}
