import '@fontsource-variable/inter'
import '../ui/tokens.css'
import '../ui/controls.css'
import '../ui/layout.css'
import '../ui/print.css'
import { createApp } from 'vue'
import { createPinia } from 'pinia'
import { createWindowClient } from '../bridge/window-client.ts'
import { clientKey } from '../bridge/program-client.ts'
import App from './App.vue'
import { allFeatures, featuresKey } from './features.ts'
import { createForecourtRouter } from './router.ts'

createApp(App)
  .provide(clientKey, createWindowClient())
  .provide(featuresKey, allFeatures)
  .use(createPinia())
  .use(createForecourtRouter(allFeatures))
  .mount('#app')
