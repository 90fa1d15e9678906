import { Preferences } from './preferences.ts'
import { z } from 'zod'
import { ExportedFile } from './exported-file.ts'

const StartWithSystem = z.object({ supported: z.boolean(), on: z.boolean() })
export type StartWithSystem = z.infer<typeof StartWithSystem>

export const AppInfo = z.object({
  name: z.literal('Forecourt'),
  version: z.string(),
  /** Where the window runs: in the desktop program or in a browser on this PC. */
  host: z.enum(['electron', 'browser']),
  /** Versions of what Forecourt runs on: `electron`, `chromium`, `node`, `sqlite`, `system` and `dataFormat`. */
  versions: z.record(z.string(), z.string()),
  dataFolder: z.string(),
})
export type AppInfo = z.infer<typeof AppInfo>

/** A file that the host opened. The window never sends a path. */
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

export const app = {
  info: { input: z.object({}), output: AppInfo },
  /**
   * The report for support: versions, settings, counts, timings and the last errors. It has no text of the user: no names, numbers, plates,
   * VINs, emails, keys or paths, and of a service its host only. Works also while the data is closed.
   */
  report: { input: z.object({}), output: ExportedFile.omit({ rows: true }) },
  preferences: { input: z.object({}), output: Preferences },
  setPreferences: { input: Preferences.partial(), output: Preferences },
  /** Whether Forecourt starts when the user signs in to this PC. Not supported: the host or the system cannot. */
  startWithSystem: { input: z.object({}), output: StartWithSystem },
  /** Fails with `invalid-input` where it is not supported. */
  setStartWithSystem: { input: z.object({ on: z.boolean() }), output: StartWithSystem },
  /**
   * Removes and returns the oldest file that the user opened with Forecourt outside its window; null when there is none. Fails like
   * choosing a file when it cannot be opened.
   */
  takeOpenedFile: { input: z.object({}), output: FileTicket.nullable() },
  /**
   * Pastes the clipboard where the focus is in the window, as Ctrl+V does: the page gets the event, and nothing is read for anybody else.
   * `pasted` false: the host is a browser, which cannot.
   */
  paste: { input: z.object({}), output: z.object({ pasted: z.boolean() }) },
  /**
   * Opens an https, tel, sms or mailto link in the system's program for it. `address` is the link as it was checked.
   * Everything else is `invalid-input`: another scheme, a number with more than digits and +, a message with cc, bcc, an
   * attachment or a line break outside the body of an email.
   */
  openLink: {
    input: z.object({
      url: z.string().max(2_000),
      /** The user has confirmed the website. */ confirmed: z.boolean().optional(),
    }),
    output: z.object({ address: z.string(), result: LinkResult }),
  },
} as const
