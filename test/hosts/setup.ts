import { afterAll } from 'vitest'
import { endPrograms } from './desktop-harness.ts'

afterAll(endPrograms)
