import type { Page } from 'playwright-core'
import { findingsWithoutMotion } from '../window/accessibility-findings.ts'

/** Serious and critical findings of axe on the current screen, one line each. */
export const seriousFindings = (page: Page): Promise<string[]> =>
  findingsWithoutMotion(page, { rules: 'usual', impacts: ['serious', 'critical'] })
