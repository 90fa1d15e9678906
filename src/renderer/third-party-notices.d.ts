/** Made at build time (`scripts/third-party-notices.mjs`). */
declare module 'virtual:third-party-notices' {
  export const notices: readonly {
    /** Names with versions. */
    readonly packages: readonly string[]
    readonly licence: string
    readonly text: string
  }[]
}
