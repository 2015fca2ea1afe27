import { screen } from '#kernel/web/registry/screens.ts';
import { homeLink } from './home-link.rules.ts';
import { serviceFile } from './service-file.paper.ts';

export default screen(serviceFile, { links: [homeLink((row) => row.id)] });
