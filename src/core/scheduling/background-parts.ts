import { FailureError } from '../failures/failure-error.ts'
import { errorFields, type Log } from '../ports/log.ts'

/** A part that runs in the background. `close` also ends a part that was not started. */
export interface BackgroundPart {
  start(): void
  close(): Promise<void>
}

/**
 * Creates parts and starts those that `create` adds to `background`, in their order. When one of them throws, the others are closed in
 * reverse order before the error is passed on: they would go on with a database that is closed. On a full disk the parts that begin with
 * a change are left out, because the user can read the data without them.
 */
export async function startParts<Parts>(
  create: (background: BackgroundPart[], ended: AbortSignal) => Parts,
  { log, isDiskFull }: { readonly log: Log; readonly isDiskFull: boolean },
): Promise<Parts & { end(): Promise<void> }> {
  const ending = new AbortController()
  const background: BackgroundPart[] = []
  const end = async (): Promise<void> => {
    ending.abort(new Error('Forecourt is closing'))
    await Promise.all(background.toReversed().map((part) => part.close()))
  }
  try {
    const created = create(background, ending.signal)
    for (const part of background) {
      try {
        part.start()
      } catch (error) {
        if (!isDiskFull || !(error instanceof FailureError) || error.failure.kind !== 'disk-full') throw error
        log.write('warning', 'program.partLeftOut', errorFields(error))
      }
    }
    return { ...created, end }
  } catch (error) {
    await end()
    throw error
  }
}
