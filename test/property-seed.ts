import fc from 'fast-check'
import { runs } from './runs.ts'

/** Set by vitest.config.ts, which also prints it. */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env['FORECOURT_PROPERTY_SEED']),
  numRuns: runs(),
})
