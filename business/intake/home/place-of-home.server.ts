import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { premises } from '#business/customers/premises.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';

interface Located {
  /** Absent: it is new. */ readonly id?: string;
  readonly registerMainId?: string | null;
  readonly location?: string | null;
  readonly customerServiceTeam?: string | null;
}

/** Where the home of a service file is, and which team serves it. */
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

/** Is it the home of which the customer tells the place? */
const isFirst = ({ file, owner }: HomeFacts): boolean => file.premisesId === (owner?.premisesId ?? null);

/** The team of a home: that of the customer for the first home, else that of its premises. A team that a person chose, such as one of a trade, remains. */
function teamOf(
  facts: HomeFacts,
  { customerServiceTeam: given }: Located,
): Row<typeof premises>['customerServiceTeam'] | undefined {
  if (given && given !== facts.owner?.customerServiceTeam) return undefined;
  const [own, local] = [facts.owner?.customerServiceTeam, facts.estate?.customerServiceTeam];
  return (isFirst(facts) ? (own ?? local) : (local ?? own)) ?? undefined;
}

/** The map point of a home: that of the customer for the first home, else that of its premises. Coordinates that a person gave remain. */
function pointOf(facts: HomeFacts, { id, location }: Located): Pick<PlaceOfHome, 'location'> {
  const { owner, estate } = facts;
  const isCopied = location ? location === owner?.location : id === undefined;
  if (!isCopied) return {};
  return { location: (isFirst(facts) ? owner?.location : null) ?? estate?.location ?? null };
}

/**
 * Return the place of the home that a service file is about: address, premises, team and map point. A second home is not where the customer's
 * first one is.
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
