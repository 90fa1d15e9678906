import { onTestFinished } from 'vitest'
import { startLife, type HostLife } from '../service/browser-host-life.ts'
import { startFarService } from '../twins/practice-twin.ts'

/** Of the data folder. */
export const password = 'correct horse battery'

/** A window on a data folder, connected with a key to a service that refuses nothing. It is killed with the test. */
export async function startConnectedWindow(
  dataFolder: string,
): Promise<{ readonly window: HostLife; readonly service: Awaited<ReturnType<typeof startFarService>> }> {
  const service = await startFarService()
  service.control.settings.errorShare = 0
  const window = await startLife(dataFolder)
  onTestFinished(() => window.end('SIGKILL'))
  await window.get('storage.setPassword', { password })
  const credentials = { scheme: 'api-key', apiKey: service.apiKey } as const
  await window.get('connections.connect', { name: 'Motor City', baseUrl: service.url, region: 'au', credentials })
  return { window, service }
}
