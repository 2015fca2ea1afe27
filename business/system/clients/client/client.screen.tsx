import { screen } from '#kernel/web/registry/screens.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { client } from './client.paper.ts';

/** Typed blindly, for a new client and for one that gets another; left empty it stays what it is. */
const ClientSecret = withControls(() =>
  import('#kernel/fields/secret/secret-input.view.tsx').then((module) => module.secretInput.Input),
);

export default screen(client, { inputs: { clientSecret: ClientSecret } });
