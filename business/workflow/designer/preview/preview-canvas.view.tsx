import { must } from '#kernel/language/must.ts';
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js-token-simulation/assets/css/bpmn-js-token-simulation.css';
// @ts-expect-error -- The package has no types.
import minimapModule from 'diagram-js-minimap';
// @ts-expect-error -- The package has no types.
import simulationModule from 'bpmn-js-token-simulation/lib/viewer';
import { type ReactElement, useEffect, useRef } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { anjuModdle } from '../../engine/model/anju-moddle.rules.ts';
import type { Drawing } from '../canvas/modeler-parts.rules.ts';
import { fit } from '../canvas/use-modeler.view.tsx';
import { useMarkedNodes } from './marked-nodes.view.tsx';

const TITLES: Readonly<Record<string, string>> = {
  'Toggle Simulation Log': '模拟日志',
  'Show Simulation Log': '显示日志',
  'Play/Pause Simulation': '继续或暂停',
  'Play/pause simulation': '继续或暂停',
  'Play simulation': '继续',
  'Pause simulation': '暂停',
  'Reset Simulation': '重来',
  'Reset simulation': '重来',
  'Set animation speed = slow': '慢',
  'Set animation speed = normal': '正常',
  'Set animation speed = fast': '快',
  'Set slow animation speed': '慢',
  'Set normal animation speed': '正常',
  'Set fast animation speed': '快',
};

/** A read-only drawing with a token simulation, and a minimap that shows which part is visible. */
export function PreviewCanvas({ xml, visited }: { xml: string; visited: readonly string[] }): ReactElement {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<Drawing | null>(null);
  const mark = useMarkedNodes(shown, visited);
  useEffect(() => {
    const viewer = new NavigatedViewer({
      container: must(box.current, 'box'),
      moddleExtensions: { anju: anjuModdle },
      additionalModules: [minimapModule, simulationModule],
    }) as unknown as Drawing;
    let isLeft = false;
    void viewer.importXML(xml).then(() => {
      if (isLeft) return;
      shown.current = viewer;
      viewer.get('toggleMode').toggleMode(true);
      viewer.get('minimap').open();
      fit(viewer);
      mark();
      for (const tool of must(box.current, 'box').querySelectorAll<HTMLElement>(
        '.bts-entry[title], [class*=bts] [title]',
      ))
        tool.title = t([TITLES[tool.title] ?? tool.title, tool.title]);
    });
    return () => {
      isLeft = true;
      shown.current = null;
      viewer.destroy();
    };
  }, [xml]);
  return <div ref={box} className="design-canvas diagram" aria-label={t(['流程预览', 'Preview'])} role="region" />;
}
