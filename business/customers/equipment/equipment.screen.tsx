import { screen } from '#kernel/web/registry/screens.ts';
import { homeLink } from '../service-file/home-link.rules.ts';
import { equipment } from './equipment.paper.ts';

export default screen(equipment, { links: [homeLink((row) => row.registerMainId)] });
