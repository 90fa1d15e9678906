import { vi } from 'vitest'

/** A password of a unit test takes a millisecond of CPU instead of half a second. `invitation.test.ts` takes the real cost. */
vi.mock(import('../src/core/storage/scrypt-cost.ts'), () => ({ scryptCost: { n: 2 ** 10, r: 8, p: 1 } }))
