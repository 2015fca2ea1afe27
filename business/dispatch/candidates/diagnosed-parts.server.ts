import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { registration } from '#business/intake/registration/registration.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import type { SuggestedPart } from './suggested-parts.rules.ts';

const MOST = 20;

/** A part that a diagnosis suggests, by its material code. */
interface NamedPart {
  readonly materialCode?: unknown;
  readonly qty?: unknown;
}

/** Return the parts that the diagnosis of the fault suggests, if their materials exist; null if there are none. */
export async function diagnosedParts(
  context: Context,
  { repairFormId, troubleCode }: Row<typeof registration>,
): Promise<SuggestedPart[] | null> {
  const [form] = repairFormId ? await context.find(repairForm, { id: repairFormId }, { first: 1 }) : [];
  const named = (form?.diagnosis as { readonly spareParts?: unknown } | null | undefined)?.spareParts;
  const parts = Array.isArray(named) ? (named as NamedPart[]).slice(0, MOST) : [];
  if (parts.length === 0) return null;
  const items = await context.find(
    material,
    { itemCode: parts.map((one) => String(one.materialCode)) },
    { limit: MOST },
  );
  const found = parts.flatMap(({ materialCode, qty }): SuggestedPart[] => {
    const item = items.find((one) => one.itemCode === materialCode);
    return item ? [{ materialId: item.id, qty: Number(qty) || 1, reason: troubleCode ?? '' }] : [];
  });
  return found.length > 0 ? found : null;
}
