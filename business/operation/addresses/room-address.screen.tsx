import { screen } from '#kernel/web/registry/screens.ts';
import { wallLink } from '../wall/wall-link.rules.ts';
import { roomAddress } from './room-address.paper.ts';

export default screen(roomAddress, { links: [wallLink((row) => row.id)] });
