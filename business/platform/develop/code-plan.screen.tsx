import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import type { Row } from '#kernel/language/paper.ts';
import { downloadByPost } from '#kernel/web/http/files.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { RowVerbs } from '../row-verbs.view.tsx';
import { generateCode } from './develop.calls.ts';
import { codePlan } from './code-plan.paper.ts';

const ColumnBox = withControls(() => import('./column-box.view.tsx').then((module) => module.ColumnBox));

const take = async (ids: readonly string[]): Promise<null> => {
  await downloadByPost(generateCode.path, { ids: ids.join(','), system: 'saber' }, 'code.zip');
  return null;
};

function Generate({ row }: { row: Row<typeof codePlan> }): ReactElement {
  return (
    <RowVerbs
      of={codePlan}
      verbs={[{ action: 'generate', icon: 'puzzle', label: ['生成代码', 'Generate code'], run: () => take([row.id]) }]}
    />
  );
}

/** Button that generates the code of the ticked plans as one archive. */
function GenerateAll({ rows }: { rows: readonly { readonly id: string }[] }): ReactElement | null {
  const t = useT();
  const may = useMay(codePlan);
  return may('generate') ? (
    <button
      type="button"
      className="button"
      onClick={() => void take(rows.map((row) => row.id)).catch(() => undefined)}
    >
      <Download size={15} aria-hidden />
      {t(['生成代码', 'Generate code'])}
    </button>
  ) : null;
}

const OfTable = (face: InputFace): ReactElement => <ColumnBox {...face} of="modelId" />;
const OfLines = (face: InputFace): ReactElement => <ColumnBox {...face} of="subModelId" />;

export default screen(codePlan, {
  detailAside: Generate,
  picked: GenerateAll,
  inputs: { treeId: OfTable, treePid: OfTable, treeName: OfTable, subFkId: OfLines },
});
