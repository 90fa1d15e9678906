import { chromium, type Browser } from 'playwright-core'

/** The machine's own Chromium, without a window. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.FORECOURT_CHROMIUM || '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
