// First, because it asks the program before the other imports are evaluated.
import { windowBridge } from './window-bridge.ts'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/controls.css'
import '../ui/layout.css'
import '../ui/forced-colors.css'
import '../ui/small-window.css'
import '../ui/print.css'
import { createApp } from 'vue'
import { createPinia } from 'pinia'
import { clientKey, createProgramClient } from '../bridge/program-client.ts'
import App from './App.vue'
import { allFeatures, featuresKey } from './features.ts'
import { createForecourtRouter } from './router.ts'

createApp(App)
  .provide(clientKey, createProgramClient(windowBridge))
  .provide(featuresKey, allFeatures)
  .use(createPinia())
  .use(createForecourtRouter(allFeatures))
  .mount('#app')
