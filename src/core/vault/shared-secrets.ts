/**
 * How the names of items begin that belong to the user of the PC and not to one data folder: sign-ins to proxies, and what a probe leaves
 * when the program is killed.
 */
export const sharedSecrets = { proxy: 'proxy/', probe: 'probe/' } as const

export const isSharedSecret = (name: string): boolean =>
  Object.values(sharedSecrets).some((start) => name.startsWith(start))
