/** The two channels between the desktop's preload and the program. The window itself does not know them. */
export const desktopChannels = { request: 'forecourt:request', event: 'forecourt:event' } as const

/** The requests of the preload. The path of a dropped file comes from Electron, not from the page. */
export type DesktopRequest =
  | { readonly kind: 'call'; readonly method: string; readonly input: unknown }
  | { readonly kind: 'choose-file' }
  | { readonly kind: 'take-path'; readonly path: string }
  | { readonly kind: 'take-bytes'; readonly name: string; readonly bytes: ArrayBuffer }
