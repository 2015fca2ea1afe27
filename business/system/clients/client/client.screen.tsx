import { screen } from '#kernel/web/registry/screens.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { client } from './client.paper.ts';

/** Password field for the secret of a new client, or for a new secret. Left empty, it does not change the secret. */
const ClientSecret = withControls(() =>
  import('#kernel/fields/secret/secret-input.view.tsx').then((module) => module.secretInput.Input),
);

export default screen(client, { inputs: { clientSecret: ClientSecret } });
