import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/controls.css'
import '../ui/layout.css'
import '../ui/forced-colors.css'
import '../ui/small-window.css'
import '../ui/print.css'
import { createPinia } from 'pinia'
import { type App as VueApp, createApp } from 'vue'
import type { HostBridge } from '../../contract/bridge.ts'
import { clientKey, createProgramClient } from '../bridge/program-client.ts'
import App from './App.vue'
import { allFeatures, featuresKey } from './features.ts'
import { createForecourtRouter } from './router.ts'

/** Shows the window of a host in the page. */
export function mountWindow(bridge: HostBridge): VueApp {
  const app = createApp(App)
    .provide(clientKey, createProgramClient(bridge))
    .provide(featuresKey, allFeatures)
    .use(createPinia())
    .use(createForecourtRouter(allFeatures))
  app.mount('#app')
  return app
}
