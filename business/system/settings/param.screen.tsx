import { Layers } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { screen } from '#kernel/web/registry/screens.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { param } from './param.paper.ts';

function Values(): ReactElement {
  const t = useT();
  return (
    <Link className="button plain" to="/system/param-values">
      <Layers size={16} aria-hidden />
      {t(['各级取值', 'All values'])}
    </Link>
  );
}

export default screen(param, { toolbar: Values });
