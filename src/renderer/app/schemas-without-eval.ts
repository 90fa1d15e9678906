declare global {
  // Zod reads its settings from this variable when it loads, in whichever chunk it is.
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/** The window's policy forbids `eval`: Zod's attempt to find out would be reported as a violation. */
globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }

export {}
