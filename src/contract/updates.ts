import { z } from 'zod'
import { Failure } from './failure.ts'

/**
 * Updates of the program. `off`: this build has no server for them. `idle`: no newer version was found; `checkedAt` (ISO 8601) is null before
 * the first check. `ready`: downloaded and verified. `isBlocked`: an upload is running, so it is not installed now.
 * `atClose`: the user wants it installed when Forecourt closes. `failed`: tried again later.
 */
export const UpdateStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('idle'), checkedAt: z.string().nullable() }),
  z.object({ state: z.literal('checking') }),
  /** `part`: 0 to 1. */
  z.object({ state: z.literal('downloading'), version: z.string(), part: z.number() }),
  z.object({ state: z.literal('ready'), version: z.string(), isBlocked: z.boolean(), atClose: z.boolean() }),
  z.object({ state: z.literal('failed'), failure: Failure }),
])
export type UpdateStatus = z.infer<typeof UpdateStatus>

/** `updates.changed` is announced when the status changes. */
export const updates = {
  status: { input: z.object({}), output: UpdateStatus },
  /** Checks now, and downloads a newer version. Returns at once; does nothing while it runs or when an update is ready. */
  check: { input: z.object({}), output: UpdateStatus },
  /** Closes Forecourt, installs the update and starts again. `conflict` when none is ready or an upload is running. */
  restart: { input: z.object({}), output: UpdateStatus },
  /** Whether the update is installed when Forecourt closes. It is not when an upload is running then, or when the PC shuts down. */
  setInstallAtClose: { input: z.object({ atClose: z.boolean() }), output: UpdateStatus },
} as const
