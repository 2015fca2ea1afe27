import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import type { ProcessVersion } from '../deploy/versions.calls.ts';

/**
 * A bar that explains that deployed versions never change. It links to the model, or offers a copy if the model is
 * deleted.
 */
export function DeployedBar({
  versionId,
  versions,
}: {
  /** The deployed version that the page shows a copy of; empty if it shows a model. */ versionId: string;
  versions: readonly ProcessVersion[];
}): ReactElement | null {
  const t = useT();
  const [query] = useSearchParams();
  const copied = versions.find(({ id }) => id === versionId)?.version;
  const from = copied ?? query.get('deployed');
  if (!versionId && !from) return null;
  return (
    <p className="design-deployed" role="status">
      {versionId
        ? t([
            `已部署的版本${from ? ` v${from} ` : ''}没有模型，这是它的副本。部署过的版本只读：保存后成为模型，再部署就是新版本。`,
            `The deployed version ${from ? `v${from} ` : ''}has no model: this is a copy of it. Deployed versions are read-only; saved, it becomes a model, and deployed, a new version.`,
          ])
        : t([
            `部署过的版本（v${from}）只读；这里改的是它的模型，保存后再部署就是新版本。`,
            `Deployed versions (v${from}) are read-only. This is their model: saved and deployed it becomes a new version.`,
          ])}
    </p>
  );
}
