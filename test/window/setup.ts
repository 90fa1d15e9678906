import { afterEach } from 'vitest'
import { saveFailedPages } from './failed-pages.ts'

afterEach(({ task }) => saveFailedPages(task))
