import { Hono } from 'hono'
import type { ServiceSettings } from '../control/service-settings.ts'
import { readBody, readRegion } from '../wire/reading.ts'
import type { PracticeEnv } from '../wire/practice-env.ts'
import { readUpload } from './upload-input.ts'
import type { Uploads } from './uploads.ts'

/** /v2/recapture/upload (interface, part 4, customer recapture). */
export function uploadRoutes(uploads: Uploads, settings: ServiceSettings): Hono<PracticeEnv> {
  const routes = new Hono<PracticeEnv>()
  routes.post('/', async (c) => {
    const region = readRegion(c)
    const input = readUpload(await readBody(c), region, settings.maxUploadCustomers)
    return c.json({ success: true, upload: uploads.create(c.get('accountId'), region, input) })
  })
  routes.get('/:upload_id', (c) =>
    c.json({ success: true, upload: uploads.get(c.get('accountId'), readRegion(c), c.req.param('upload_id')) }),
  )
  routes.delete('/:upload_id', (c) =>
    c.json({ success: true, upload: uploads.cancel(c.get('accountId'), readRegion(c), c.req.param('upload_id')) }),
  )
  return routes
}
