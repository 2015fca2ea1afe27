import { createRoot } from 'react-dom/client';
import '#kernel/web/theme/tokens.css';
import '#kernel/web/theme/themes.css';
import '#kernel/web/theme/base.css';
import '#kernel/web/theme/theme.ts';
import { noteError } from '#kernel/web/http/errors/error-log.ts';
import { Boot } from './boot/boot.tsx';
import { watchReleases } from './boot/releases.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root, {
  onCaughtError: (error, info) => noteError(error, info.componentStack),
  onUncaughtError: (error, info) => noteError(error, info.componentStack),
}).render(<Boot />);

watchReleases();
