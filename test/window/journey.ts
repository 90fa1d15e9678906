import { it } from 'vitest'

/** One test of steps that each begin where the one before ended. An error names its step. */
export function journey(title: string, steps: Readonly<Record<string, () => Promise<void>>>): void {
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- The title and the steps are given.
  it(title, { timeout: 400_000 }, async () => {
    for (const [name, step] of Object.entries(steps)) {
      try {
        await step()
      } catch (error) {
        if (error instanceof Error) error.message = `${name}: ${error.message}`
        throw error
      }
    }
  })
}
