import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { premises } from '#business/customers/premises.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';

interface Located {
  /** Undefined for a new row. */ readonly id?: string;
  readonly registerMainId?: string | null;
  readonly location?: string | null;
  readonly customerServiceTeam?: string | null;
}

/** Address, premises, team and map point of a home, as far as a row takes them over. */
interface PlaceOfHome {
  readonly address?: string;
  readonly premisesId?: string | null;
  readonly customerServiceTeam?: Row<typeof premises>['customerServiceTeam'];
  readonly location?: string | null;
}

interface HomeFacts {
  readonly file: Row<typeof serviceFile>;
  readonly owner: Row<typeof customer> | undefined;
  readonly estate: Row<typeof premises> | undefined;
}

async function factsOf(context: Context, registerMainId: string): Promise<HomeFacts | null> {
  const [file] = await context.find(serviceFile, { id: registerMainId }, { first: 1 });
  if (!file) return null;
  const [owner] = await context.find(customer, { id: file.customerId }, { first: 1 });
  const [estate] = file.premisesId ? await context.find(premises, { id: file.premisesId }, { first: 1 }) : [];
  return { file, owner, estate };
}

/** Is the home at the premises of the customer's own record? Then the customer's team and map point apply. */
const isFirst = ({ file, owner }: HomeFacts): boolean => file.premisesId === (owner?.premisesId ?? null);

/**
 * Return the team of a home: the customer's at their own premises, else that of the premises. Undefined if the row
 * names another team, which it then keeps unchanged.
 */
function teamOf(
  facts: HomeFacts,
  { customerServiceTeam: given }: Located,
): Row<typeof premises>['customerServiceTeam'] | undefined {
  if (given && given !== facts.owner?.customerServiceTeam) return undefined;
  const [own, local] = [facts.owner?.customerServiceTeam, facts.estate?.customerServiceTeam];
  return (isFirst(facts) ? (own ?? local) : (local ?? own)) ?? undefined;
}

/**
 * Return the map point of a home: the customer's at their own premises, else that of the premises. A point that was
 * entered for the row is not replaced.
 */
function pointOf(facts: HomeFacts, { id, location }: Located): Pick<PlaceOfHome, 'location'> {
  const { owner, estate } = facts;
  const isCopied = location ? location === owner?.location : id === undefined;
  if (!isCopied) return {};
  return { location: (isFirst(facts) ? owner?.location : null) ?? estate?.location ?? null };
}

/**
 * Return the place that a row takes from its service file: address, premises, team and map point. Empty without a file.
 */
export async function placeOfHome(context: Context, order: Located): Promise<PlaceOfHome> {
  const facts = order.registerMainId ? await factsOf(context, order.registerMainId) : null;
  if (!facts) return {};
  const { file } = facts;
  const team = teamOf(facts, order);
  return {
    address: file.address,
    premisesId: file.premisesId,
    ...(team && { customerServiceTeam: team }),
    ...pointOf(facts, order),
  };
}
