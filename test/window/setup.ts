import { afterAll, afterEach } from 'vitest'
import { saveFailedPages } from './failed-pages.ts'
import { closeBrowsers } from './harness.ts'

afterEach(({ task }) => saveFailedPages(task))
afterAll(closeBrowsers)
