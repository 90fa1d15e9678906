import '../../../src/renderer/ui/tokens.css'
import '../../../src/renderer/ui/controls.css'
import '../../../src/renderer/ui/layout.css'
import { createApp } from 'vue'
import { failure } from '../../../src/contract/result.ts'
import { clientKey, type WindowClient } from '../../../src/renderer/bridge/program-client.ts'
import KitPage from './KitPage.vue'

document.documentElement.dataset['theme'] = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
/** The kit has no program: a component that calls one shows that it failed. */
const call = async () => failure({ kind: 'offline', message: 'There is no program here.' })
const client: Partial<WindowClient> = { host: 'browser', call, read: call, onEvent: () => () => undefined }
createApp(KitPage)
  .provide(clientKey, client as WindowClient)
  .mount('#app')
