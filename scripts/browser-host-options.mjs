/**
 * Options of Node for the browser host. V8 keeps the room that it took for new objects until the program rests: 128 MiB in a sync of
 * 100,000 customers. Electron reads such options only from its own command line, so the desktop window runs without them.
 */
export const browserHostNodeOptions = ['--max-semi-space-size=4']

/**
 * Linux only: glibc gives back free memory when there are 8 MiB of it. Its own limit grows to 64 MiB with the first long buffer that is
 * freed.
 */
export const browserHostEnvironment = { MALLOC_TRIM_THRESHOLD_: String(8 * 1024 ** 2) }
