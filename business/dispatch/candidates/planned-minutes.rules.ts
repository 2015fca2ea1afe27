/** Minutes of a job for which nothing is known. */
const USUAL_MINUTES = 60;

/** Return the minutes to plan for an order: those that its dispatch form keeps, else the estimate of the order. */
export const plannedMinutes = (
  order: { readonly stdMinutes: number | null },
  form: { readonly planMinutes: number | null } | null | undefined,
): number => form?.planMinutes || order.stdMinutes || USUAL_MINUTES;
