import { type App, createApp } from 'vue'
import { failure } from '../../../src/contract/result.ts'
import { clientKey, type WindowClient } from '../../../src/renderer/bridge/program-client.ts'
import KitPage from './KitPage.vue'

/** Shows the kit in place of the window, in light. It has no program: a component that calls one shows that it failed. */
export function mountKit(): App {
  document.documentElement.dataset['theme'] = 'light'
  const call = async () => failure({ kind: 'offline', message: 'There is no program here.' })
  const client: Partial<WindowClient> = { host: 'browser', call, read: call, onEvent: () => () => undefined }
  const app = createApp(KitPage).provide(clientKey, client as WindowClient)
  app.mount('#app')
  return app
}
