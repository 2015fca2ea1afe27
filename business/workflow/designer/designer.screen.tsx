import { lastOf, must } from '#kernel/language/must.ts';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useButtons } from '#kernel/web/session/buttons.ts';
import { SAVE_KEYS, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { closeTabs, useTabPath, useTabs, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { managerVersions } from '../deploy/versions.calls.ts';
import { processModel } from '../model/process-model.paper.ts';
import { modelView } from '../work/process.calls.ts';
import { freshKey, isNewPage, newDrawing, versionOfPage } from './canvas/new-drawing.rules.ts';
import { DesignerToolbar } from './canvas/toolbar.view.tsx';
import { type EditedDrawing, useModeler } from './canvas/use-modeler.view.tsx';
import { useWalk } from './canvas/use-walk.view.tsx';
import { DrawingFindings, ordered } from './checks/findings.view.tsx';
import { ReplayPanel } from './checks/replay.view.tsx';
import { type Checks, useChecks } from './checks/use-checks.view.tsx';
import { useMarks } from './checks/use-marks.view.tsx';
import { ConflictBar } from './conflict-bar.view.tsx';
import { DeployedBar } from './deployed-bar.view.tsx';
import { DeployDialog } from './deploy-dialog.view.tsx';
import { type DesignTab, DesignerHead } from './designer-head.view.tsx';
import { NAME_FIELD, Panel } from './panel/panel.view.tsx';
import { ProcessPreview } from './preview/preview.view.tsx';
import { type EditedModel, useProcessModel } from './use-model.view.tsx';
import { DifferenceView } from './versions/difference.view.tsx';
import { Versions } from './versions/versions.view.tsx';
import '../work/diagram/diagram.css';
import './designer.css';
import './panel/panel.css';

const NOTHING: readonly never[] = [];

/** Mark the tab of the page while the drawing has unsaved changes. */
function useUnsaved(isDirty: boolean): void {
  const path = useTabPath();
  useEffect(() => {
    const tell = (dirty: boolean): void => {
      const next = new Set(useTabs.getState().dirty);
      if (dirty) next.add(path);
      else next.delete(path);
      useTabs.setState({ dirty: next });
    };
    tell(isDirty);
    return () => tell(false);
  }, [isDirty, path]);
}

/**
 * Load the first drawing into the canvas when it is ready. It is the stored model, a deployed version, a copy of
 * another model, or an empty drawing.
 */
function useFirstDrawing(id: string, edited: EditedDrawing, model: EditedModel): void {
  const t = useT();
  const [query] = useSearchParams();
  const copied = query.get('copy');
  const { drawing } = edited;
  const stored = model.row?.id;
  useEffect(() => {
    if (!drawing) return;
    if (!isNewPage(id)) {
      if (model.row) void edited.read(String(model.row.modelEditorXml));
      return;
    }
    const version = versionOfPage(id);
    if (version) {
      void askCall(modelView, { processDefinitionId: version }).then(({ xml }) => edited.read(xml, true));
      return;
    }
    const fresh = newDrawing(freshKey(new Date()), t(['新流程', 'New process']), t(['开始', 'Start']));
    if (copied)
      void fetchRow(processModel, copied).then((row) => edited.read(renamed(String(row.modelEditorXml), row), true));
    else void edited.read(fresh);
  }, [drawing, id, stored]);
}

/** Return a drawing with its key replaced by a new one, for a copy. */
const renamed = (xml: string, row: WireRow): string =>
  xml.replaceAll(`"${String(row.modelKey)}"`, `"${freshKey(new Date())}"`);

/** Return a function that selects the next finding and its node. */
function useFindingWalk(
  edited: EditedDrawing,
  findings: ReturnType<typeof ordered>,
): {
  at: number;
  go: (index: number) => void;
} {
  const [at, setAt] = useState(-1);
  const go = (index: number): void => {
    const finding = findings[index];
    const element = finding && edited.drawing?.get('elementRegistry').get(finding.node);
    setAt(index);
    if (!element) return;
    must(edited.drawing, 'drawing').get('selection').select(element);
    must(edited.drawing, 'drawing').get('canvas').scrollToElement(element.id, 60);
  };
  return { at, go };
}

const keyOf = ({ row }: EditedModel, { process }: EditedDrawing): string => String(row?.modelKey ?? process.key);
const titleOf = ({ row }: EditedModel, { process }: EditedDrawing): string => process.name || String(row?.name ?? '');

/** Return why a drawing cannot be deployed now; empty: it can. */
function useWhyNot(isUnsaved: boolean, isStale: boolean, errors: number): string {
  const t = useT();
  if (isUnsaved) return t(['先保存', 'Save it first']);
  if (isStale) return t(['正在检查', 'It is being checked']);
  return errors > 0 ? t([`还有 ${errors} 处错误，不能部署`, `${errors} errors: it cannot be deployed`]) : '';
}

/** The refusal of the last save, or the reason why a file could not be opened. */
function Problem({ refusal, file }: { refusal: string; file: string }): ReactElement | null {
  const t = useT();
  if (!refusal && !file) return null;
  return (
    <p className="field-problem design-refusal" role="alert">
      {refusal || t([`文件无法打开：${file}`, `The file cannot be opened: ${file}`])}
    </p>
  );
}

/** The canvas with its checks below, and the panel of the selected element. */
function Board({
  edited,
  checks,
  walk,
  isHidden,
  toPanel,
  onTry,
}: {
  edited: EditedDrawing;
  checks: Checks;
  walk: ReturnType<typeof useFindingWalk>;
  isHidden: boolean;
  toPanel: () => void;
  onTry: () => void;
}): ReactElement {
  const t = useT();
  return (
    <div className="design-board" hidden={isHidden}>
      <div className="design-left">
        <div ref={edited.place} className="design-canvas diagram" role="region" aria-label={t(['画布', 'Canvas'])} />
        <div className="design-below" data-replay={checks.replay !== null}>
          <DrawingFindings checks={checks} drawing={edited.drawing} at={walk.at} onGo={(_, index) => walk.go(index)} />
          {checks.replay && <ReplayPanel replay={checks.replay} onTry={onTry} />}
        </div>
      </div>
      <Panel
        edited={edited}
        checks={checks}
        onAppend={() => setTimeout(toPanel)}
        foot={
          <>
            <kbd>Tab</kbd> {t(['下一个节点', 'next node'])} <kbd>F2</kbd> {t(['改名', 'rename'])} <kbd>F6</kbd>{' '}
            {t(['画布', 'canvas'])} <kbd>F8</kbd> {t(['下一条检查', 'next finding'])}
          </>
        }
      />
    </div>
  );
}

/** Register the keyboard shortcuts of the page. */
function useDesignKeys({
  edited,
  findings,
  walk,
  toPanel,
  save,
}: {
  edited: EditedDrawing;
  findings: number;
  walk: ReturnType<typeof useFindingWalk>;
  toPanel: () => void;
  save: () => void;
}): void {
  useKeys([
    {
      keys: SAVE_KEYS,
      label: ['保存', 'Save'],
      typing: true,
      run: save,
    },
    {
      keys: 'F8',
      label: ['下一条检查', 'Next finding'],
      typing: true,
      run: () => findings > 0 && walk.go((walk.at + 1) % findings),
    },
    {
      keys: 'F6',
      label: ['画布与属性之间', 'Between canvas and panel'],
      typing: true,
      run: () =>
        edited.place.current?.contains(document.activeElement) ? toPanel() : edited.drawing?.get('canvas').focus(),
    },
  ]);
}

export default function DesignerScreen(): ReactElement {
  const t = useT();
  const path = useTabPath();
  const id = lastOf(path.split('/'));
  const navigate = useNavigate();
  const buttons = useButtons();
  const edited = useModeler();
  const model = useProcessModel(id, edited);
  const [tab, setTab] = useState<DesignTab>('design');
  const [xml, setXml] = useState('');
  const [from, setFrom] = useState('');
  const [isDeploying, setDeploying] = useState(false);
  const checks = useChecks(edited);
  const findings = ordered(checks.checked?.findings ?? NOTHING);
  const walk = useFindingWalk(edited, findings);
  useFirstDrawing(id, edited, model);
  useUnsaved(edited.isDirty);
  useMarks(edited.drawing, checks.checked?.findings ?? NOTHING);
  const toPanel = useCallback(() => document.getElementById(NAME_FIELD)?.focus(), []);
  const modelKey = keyOf(model, edited);
  const title = titleOf(model, edited);
  useTabTitle(title);
  const { data: versions = NOTHING } = useCall(
    managerVersions,
    { key: modelKey },
    { enabled: (!isNewPage(id) || versionOfPage(id) !== '') && modelKey !== '' },
  );
  const errors = findings.filter(({ level }) => level === 'error').length;

  const show = async (next: DesignTab): Promise<void> => {
    if (next !== 'design') setXml(await edited.xml());
    if (next === 'difference' && !from) setFrom(versions[0]?.id ?? '');
    setTab(next);
  };
  const save = async (over?: Parameters<EditedModel['save']>[0]): Promise<void> => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const saved = await model.save(over);
    if (saved && isNewPage(id)) {
      closeTabs([path], path);
      void navigate(`/flow/model/${saved.id}`, { replace: true });
    }
  };
  const replaced = async (read: string, keep: boolean): Promise<void> => {
    const yes =
      !edited.isDirty ||
      (await ask({
        title: t(['放弃没有保存的改动？', 'Discard what is not saved?']),
        yes: t(['放弃', 'Discard']),
        no: t(['继续编辑', 'Go on editing']),
        danger: true,
      }));
    if (!yes) return;
    await edited.read(read, true);
    const canvas = must(edited.drawing, 'drawing').get('canvas').getRootElement();
    if (keep && model.row && canvas.businessObject.$type === 'bpmn:Process')
      must(edited.drawing, 'drawing')
        .get('modeling')
        .updateProperties(canvas, { id: modelKey, name: String(model.row.name) });
  };
  useWalk(edited, toPanel, () => void save());
  useDesignKeys({ edited, findings: findings.length, walk, toPanel, save: () => void save() });

  const whyNot = useWhyNot(edited.isDirty || isNewPage(id), checks.isStale, errors);
  if (model.isMissing)
    return (
      <p className="design-none">
        {t(['没有这个流程模型，或您看不到它', 'There is no such model, or you may not see it'])}
      </p>
    );
  return (
    <div className="design-page" data-tab={tab}>
      <DesignerHead
        title={title}
        modelKey={modelKey}
        isDirty={edited.isDirty}
        isNew={isNewPage(id)}
        deployed={versions[0]?.version ?? null}
        tab={tab}
        onTab={(next) => void show(next)}
        counts={{ versions: versions.length }}
        tools={
          tab === 'design' && (
            <DesignerToolbar
              edited={edited}
              onCreate={() => void navigate('/flow/model/new')}
              onOpen={(text) => void replaced(text, false)}
              onImport={(text) => void replaced(text, true)}
              onPreview={() => void show('preview')}
            />
          )
        }
        mayWrite={buttons.has(isNewPage(id) ? 'flow_model_create' : 'flow_model_update')}
        mayDeploy={buttons.has('flow_model_deploy')}
        isBusy={model.isBusy}
        whyNot={whyNot}
        onSave={() => void save()}
        onDeploy={() => setDeploying(true)}
      />
      <DeployedBar versionId={versionOfPage(id)} versions={versions} />
      {model.theirs && (
        <ConflictBar
          theirs={model.theirs}
          onOver={() => void save(must(model.theirs, 'theirs'))}
          onTake={model.takeTheirs}
        />
      )}
      <Problem refusal={model.refusal} file={edited.problem} />
      <Board
        edited={edited}
        checks={checks}
        walk={walk}
        isHidden={tab !== 'design'}
        toPanel={toPanel}
        onTry={() => void show('preview')}
      />
      {tab === 'preview' && <ProcessPreview xml={xml} onSave={() => void save().then(() => setTab('design'))} />}
      {tab === 'difference' && <DifferenceView versions={versions} draft={xml} from={from} onFrom={setFrom} />}
      {tab === 'versions' && (
        <Versions
          versions={versions}
          onCompare={(version) => {
            setFrom(version);
            void show('difference');
          }}
        />
      )}
      {isDeploying && model.row && (
        <DeployDialog
          modelId={model.row.id}
          category={versions[0]?.category ?? ''}
          drawn={edited.process.category}
          onDone={() => setDeploying(false)}
          onClose={() => setDeploying(false)}
        />
      )}
    </div>
  );
}
