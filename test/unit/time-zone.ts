/** Both are on another day than UTC for half of the time: Sydney is ahead, Los Angeles behind. */
export const timeZones = ['Australia/Sydney', 'America/Los_Angeles'] as const

/** Runs an action as a PC in this time zone would. */
export async function inTimeZone<T>(timeZone: string, action: () => T | Promise<T>): Promise<T> {
  const before = process.env.TZ
  process.env.TZ = timeZone
  try {
    return await action()
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
}
