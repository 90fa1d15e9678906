import { afterEach } from 'vitest'
import { saveFailedPages } from '../window/failed-pages.ts'

afterEach(({ task }) => saveFailedPages(task))
