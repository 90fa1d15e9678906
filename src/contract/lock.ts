import { z } from 'zod'

/** The fewest characters of a PIN. */
export const minPinLength = 4

export const LockState = z.object({
  /** The window shows nothing, and methods that answer with data fail with `storage-locked`. */
  locked: z.boolean(),
  /** What unlocks: the password of the data, or a PIN. `none`: there is neither, so nothing can be locked. */
  by: z.enum(['password', 'pin', 'none']),
  /** Locks after so many minutes without a key press or click; null: only by hand. */
  afterMinutes: z.number().int().min(1).max(240).nullable(),
  /** After wrong tries: so long no other one is accepted. */
  waitSeconds: z.number().int(),
})
export type LockState = z.infer<typeof LockState>

const Secret = z.string().min(1).max(200)

export const lock = {
  state: { input: z.object({}), output: LockState },
  /** Locks now. Fails with `conflict` when there is nothing to unlock with. */
  now: { input: z.object({}), output: LockState },
  /** Fails with `invalid-input` for a wrong secret, and while a wait after wrong tries lasts. */
  unlock: { input: z.object({ secret: Secret }), output: LockState },
  setMinutes: { input: z.object({ afterMinutes: LockState.shape.afterMinutes }), output: LockState },
  /** Sets, changes or removes (null) the PIN. `current`: the PIN until now. Fails with `conflict` where the data has a password. */
  setPin: {
    input: z.object({ current: Secret.nullable(), pin: z.string().min(minPinLength).max(200).nullable() }),
    output: LockState,
  },
  /** The user pressed a key or clicked. */
  activity: { input: z.object({}), output: z.object({}) },
} as const
