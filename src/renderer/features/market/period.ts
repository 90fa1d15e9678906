/** The periods that can be selected, in days. The first is the service's own default (interface, part 8). */
export const periodDays: readonly number[] = [60, 90, 120, 180, 270, 365, 730]

/** The next longer period than the days that were searched; null when there is none. */
export const nextPeriod = (daysChecked: number | null): number | null =>
  periodDays.find((days) => days > (daysChecked ?? 0)) ?? null
