/** How far back one may ask to look, in days. The first is what the service does by itself (interface, part 8). */
export const lookBackDays: readonly number[] = [60, 90, 120, 180, 270, 365, 730]

/** The next step beyond what was looked through; null at the end. */
export const furtherBack = (daysChecked: number | null): number | null =>
  lookBackDays.find((days) => days > (daysChecked ?? 0)) ?? null

/** "At least 90 days". */
export const lookBackWords = (days: number): string =>
  days === 60 ? '60 days (usual)' : days === 365 ? 'a year' : days === 730 ? 'two years' : `${days} days`
