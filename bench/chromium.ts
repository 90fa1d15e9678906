import { chromium, type Browser } from 'playwright-core'
import { chromiumFlags } from '../test/window/chromium-flags.ts'

/** The machine's own Chromium, without a window. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.FORECOURT_CHROMIUM || '/usr/bin/chromium',
    args: chromiumFlags,
  })
