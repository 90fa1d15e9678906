import { effectScope } from 'vue'
import { onTestFinished } from 'vitest'

/** Makes a composable as a component would. Its scope ends with the test. */
export function withinScope<T>(make: () => T): T {
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const made = scope.run(make)
  if (made === undefined) throw new Error('The scope ran nothing.')
  return made
}
