/**
 * Options of Node for the browser host. V8 never gives back the room that it took for new objects: after a sync of 100,000 customers,
 * 128 MiB of it stay empty. Electron reads such options only from its own command line, so the desktop window runs without them.
 */
export const browserHostNodeOptions = ['--max-semi-space-size=4']
