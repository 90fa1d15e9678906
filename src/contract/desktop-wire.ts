/** The two channels between the desktop's preload and its program; the window itself knows neither. */
export const desktopChannels = { request: 'forecourt:request', event: 'forecourt:event' } as const

/** What the preload asks. A path comes from a file that she dropped, by Electron's word and not the page's. */
export type DesktopRequest =
  | { readonly kind: 'call'; readonly method: string; readonly input: unknown }
  | { readonly kind: 'choose-file' }
  | { readonly kind: 'take-path'; readonly path: string }
  | { readonly kind: 'take-bytes'; readonly name: string; readonly bytes: ArrayBuffer }
