declare global {
  // The name is Zod's own: it reads its settings from here when it is loaded, whichever chunk it comes in.
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/** The window's policy forbids `eval`, and Zod's try of whether it may would be reported as a violation. */
globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }

export {}
