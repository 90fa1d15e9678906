import type { Page } from 'playwright-core'
import { accessibilityFindings } from '../window/accessibility-findings.ts'

/** Serious and critical findings of axe on the current screen, one line each. */
export const seriousFindings = (page: Page): Promise<string[]> =>
  accessibilityFindings(page, { rules: 'usual', impacts: ['serious', 'critical'] })
