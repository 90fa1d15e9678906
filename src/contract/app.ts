import { z } from 'zod'

export const Preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** On the desktop, when the window is closed while an upload runs: ask, go on in the tray, or stop until the next start. */
  whenClosing: z.enum(['ask', 'background', 'quit']),
})
export type Preferences = z.infer<typeof Preferences>

export const AppInfo = z.object({
  name: z.literal('Forecourt'),
  version: z.string(),
  /** Where the window runs: in the desktop program or in a browser on this PC. */
  host: z.enum(['electron', 'browser']),
  /** Names and versions of the runtime, for diagnostics. */
  versions: z.record(z.string(), z.string()),
  dataFolder: z.string(),
})
export type AppInfo = z.infer<typeof AppInfo>

/** A file that the host opened. The window never sees or sends a path. */
export const FileTicket = z.object({
  fileId: z.string(),
  name: z.string(),
  sizeBytes: z.number().int(),
})
export type FileTicket = z.infer<typeof FileTicket>

/**
 * `opened`: its program was started. `no-program`: this PC has none for such links. `open-in-window`: the host is a
 * browser, which opens the address itself. `unknown-site`: nothing was opened, because the user has to confirm a website that is
 * neither the service nor a listing site that Forecourt knows.
 */
export const LinkResult = z.enum(['opened', 'no-program', 'open-in-window', 'unknown-site'])
export type LinkResult = z.infer<typeof LinkResult>

/** The largest spreadsheet that is accepted, in bytes. A million rows are 131 MB. */
export const maxFileBytes = 300 * 1024 * 1024

export const app = {
  info: { input: z.object({}), output: AppInfo },
  preferences: { input: z.object({}), output: Preferences },
  setPreferences: { input: Preferences.partial(), output: Preferences },
  /**
   * Removes and returns the oldest file that the user opened with Forecourt outside its window; null when there is none. Fails like
   * choosing a file when it cannot be opened.
   */
  takeOpenedFile: { input: z.object({}), output: FileTicket.nullable() },
  /**
   * Opens an https, tel, sms or mailto link in the system's program for it. `address` is the link as it was checked.
   * Everything else is `invalid-input`: another scheme, a number with more than digits and +, a message with cc, bcc, an
   * attachment or a line break.
   */
  openLink: {
    input: z.object({
      url: z.string().max(2_000),
      /** The user has confirmed the website. */ confirmed: z.boolean().optional(),
    }),
    output: z.object({ address: z.string(), result: LinkResult }),
  },
} as const
