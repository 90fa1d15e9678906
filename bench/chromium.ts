import { chromium, type Browser } from 'playwright-core'
import { chromiumFlags } from '../test/window/chromium-flags.ts'

/**
 * The machine's own Chromium, without a window. It holds timers back until the frame after the one that answers a key, which a figure from
 * a key to its frame would count.
 */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.FORECOURT_CHROMIUM || '/usr/bin/chromium',
    args: chromiumFlags('DeferRendererTasksAfterInput'),
  })
